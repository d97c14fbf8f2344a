import {
  type QueryKey,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { isGone, messageOf } from "../../lib/errors.ts";
import { askToConfirm, showAlert } from "../../ui/browser-dialogs.ts";

interface RemoveOptions {
  /** The table; also the prefix of every query that shows it. */
  table: string;
  /** The list's own key: the entry leaves it at once and comes back when the removal fails. */
  listKey: QueryKey;
  remove: (id: string) => Promise<unknown>;
  /** Says what failed: "Error deleting entry". */
  failure: string;
}

/** Removing an entry: asks, takes it out of the list at once, puts it back when the backend refuses. */
export function useRemoveEntry({ table, listKey, remove, failure }: RemoveOptions) {
  const client = useQueryClient();
  const mutationKey = ["remove", table];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: remove,
    meta: { changes: [[table]] },
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: listKey });
      const before = client.getQueryData<{ id: string }[]>(listKey);
      client.setQueryData<{ id: string }[]>(listKey, (rows) =>
        rows?.filter((row) => row.id !== id),
      );
      return { before };
    },
    onError: (error, _id, context) => {
      // What somebody else removed is removed, which is all that was wanted.
      if (isGone(error)) return;
      client.setQueryData(listKey, context?.before);
      showAlert(`${failure}: ${messageOf(error)}`);
    },
  });
  const removing = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: (mutation) => mutation.state.variables as string,
  });
  return {
    /** @param question asked in the browser's dialog first. */
    removeEntry: (id: string, question: string) => {
      if (askToConfirm(question)) mutate(id);
    },
    removing: new Set(removing),
  };
}

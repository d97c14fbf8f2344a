import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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
  /** Prefixes of other queries that show the entry as well. */
  alsoChanges?: readonly QueryKey[];
}

type Rows = { id: string }[];

/** Removing an entry: asks, takes it out of the list at once, puts it back when the backend refuses. */
export function useRemoveEntry(options: RemoveOptions) {
  const { table, listKey, remove, failure, alsoChanges = [] } = options;
  const client = useQueryClient();
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set());
  const { mutate } = useMutation({
    mutationFn: remove,
    meta: { changes: [[table], ...alsoChanges] },
    onMutate: async (id) => {
      setRemoving((ids) => new Set(ids).add(id));
      await client.cancelQueries({ queryKey: listKey });
      const rows = client.getQueryData<Rows>(listKey) ?? [];
      const index = rows.findIndex((row) => row.id === id);
      client.setQueryData<Rows>(listKey, (rows) => rows?.filter((row) => row.id !== id));
      return { row: rows[index], index };
    },
    onError: (error, id, context) => {
      // What somebody else removed is removed, which is all that was wanted.
      if (isGone(error)) return;
      const { row, index } = context ?? {};
      client.setQueryData<Rows>(listKey, (rows) => {
        // Only this one comes back; others may have left or changed since.
        if (!rows || !row || rows.some((one) => one.id === id)) return rows;
        return rows.toSpliced(index ?? 0, 0, row);
      });
      setRemoving((ids) => without(ids, id));
      showAlert(`${failure}: ${messageOf(error)}`);
    },
  });
  return {
    /** @param question asked in the browser's dialog first. */
    removeEntry: (id: string, question: string) => {
      if (askToConfirm(question)) mutate(id);
    },
    /** Ids that have left for good or are about to; a list read meanwhile may still hold them. */
    removing,
  };
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id));
}

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isGone, messageOf } from "../../lib/errors.ts";
import { askToConfirm, showAlert } from "../../ui/browser-dialogs.ts";

interface RemoveOptions {
  /** The table; also the prefix of every query that shows it. */
  table: string;
  /** The list's key: the entry is removed optimistically and restored on failure. */
  listKey: QueryKey;
  remove: (id: string) => Promise<unknown>;
  /** The failure message: "Error deleting entry". */
  failure: string;
  /** Prefixes of other queries that also show the entry. */
  alsoChanges?: readonly QueryKey[];
}

type Rows = { id: string }[];

/** Confirms, removes the entry optimistically, and restores it when the backend refuses. */
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
      // Already removed elsewhere, which is the wanted result.
      if (isGone(error)) return;
      const { row, index } = context ?? {};
      client.setQueryData<Rows>(listKey, (rows) => {
        // Only this row is restored; others may have been removed or changed since.
        if (!rows || !row || rows.some((one) => one.id === id)) return rows;
        return rows.toSpliced(index ?? 0, 0, row);
      });
      setRemoving((ids) => without(ids, id));
      showAlert(`${failure}: ${messageOf(error)}`);
    },
  });
  return {
    /** @param question shown in the browser's confirm dialog first. */
    removeEntry: (id: string, question: string) => {
      if (askToConfirm(question)) mutate(id);
    },
    /** Ids removed or being removed; a list that was read meanwhile may still contain them. */
    removing,
  };
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id));
}

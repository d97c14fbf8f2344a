import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isGone, messageOf } from "../../lib/errors.ts";
import { shorten } from "../../lib/shorten.ts";
import { askToConfirm, showAlert } from "../../ui/browser-dialogs.ts";
import { offerUndo } from "../../ui/undo-toast.ts";
import type { ListName } from "./arrange/arrangement.ts";
import { useRestoreDeleted } from "./history/history-queries.ts";

interface RemoveOptions {
  /** The table; also the prefix of every query that shows it. */
  table: ListName;
  /** The list's key: the entry is removed optimistically and restored on failure. */
  listKey: QueryKey;
  remove: (id: string) => Promise<unknown>;
  /** The failure message: "Error deleting entry". */
  failure: string;
  /** Prefixes of other queries that also show the entry. */
  alsoChanges?: readonly QueryKey[];
}

interface Removal {
  id: string;
  name: string;
}

/** Characters of a name in a notification. */
const SHOWN_NAME = 40;

type Rows = { id: string }[];

/**
 * Confirms, removes the entry optimistically, and restores it when the backend refuses. A removed
 * entry is in the trash; a notification offers to undo the removal.
 */
export function useRemoveEntry(options: RemoveOptions) {
  const { table, listKey, remove, failure, alsoChanges = [] } = options;
  const client = useQueryClient();
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set());
  const { mutate: undo } = useRestoreDeleted(table);
  const { mutate } = useMutation({
    mutationFn: ({ id }: Removal) => remove(id),
    meta: { changes: [[table], ...alsoChanges] },
    onMutate: async ({ id }) => {
      setRemoving((ids) => new Set(ids).add(id));
      await client.cancelQueries({ queryKey: listKey });
      const rows = client.getQueryData<Rows>(listKey) ?? [];
      const index = rows.findIndex((row) => row.id === id);
      client.setQueryData<Rows>(listKey, (rows) => rows?.filter((row) => row.id !== id));
      return { row: rows[index], index };
    },
    onSuccess: (_removed, { id, name }) => {
      offerUndo(`Deleted “${shorten(name, SHOWN_NAME)}”.`, () => undo(id), id);
    },
    onError: (error, { id }, context) => {
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
    // The list has been read again by now; an entry that is restored later must be shown.
    onSettled: (_data, _error, { id }) => setRemoving((ids) => without(ids, id)),
  });
  return {
    /** @param question shown in the browser's confirm dialog first. */
    removeEntry: (id: string, name: string, question: string) => {
      if (askToConfirm(question)) mutate({ id, name });
    },
    /** Ids being removed; a list that was read meanwhile may still contain them. */
    removing,
  };
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id));
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KindName } from "../../../shared/content/kind.ts";
import { kinds, nameOf } from "../../../shared/content/kinds.ts";
import { isGone, messageOf } from "../../lib/errors.ts";
import { shorten } from "../../lib/shorten.ts";
import { askToConfirm, showAlert } from "../../ui/browser-dialogs.ts";
import { offerUndo } from "../../ui/toasts/undo-toast.ts";
import { changesOf, entriesQuery, removeEntry } from "./entry-api.ts";
import { useRestoreDeleted } from "./history/history-api.ts";

/** Characters of a name in a notification. */
const SHOWN_NAME = 40;

type Rows = { id: string }[];

/**
 * Asks for confirmation, removes an entry optimistically, and restores it when the backend refuses.
 * A removed entry is in the trash; a notification offers to undo the removal.
 */
export function useRemoveEntry(kind: KindName) {
  const client = useQueryClient();
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set());
  const { mutate: undo } = useRestoreDeleted(kind);
  const { queryKey } = entriesQuery(kind);
  const setRows = (change: (rows: Rows) => Rows) =>
    client.setQueryData<Rows>(queryKey as readonly unknown[], (rows) => rows && change(rows));
  const { mutate } = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => removeEntry(kind, id),
    meta: { changes: changesOf(kind) },
    onMutate: async ({ id }) => {
      setRemoving((ids) => new Set(ids).add(id));
      await client.cancelQueries({ queryKey });
      const rows: Rows = client.getQueryData(queryKey) ?? [];
      const index = rows.findIndex((row) => row.id === id);
      setRows((rows) => rows.filter((row) => row.id !== id));
      return { row: rows[index], index };
    },
    onSuccess: (_removed, { id, name }) => {
      offerUndo(`Deleted “${shorten(name, SHOWN_NAME)}”.`, () => undo(id), id);
    },
    onError: (error, { id }, context) => {
      // The entry was already removed, which is the wanted result.
      if (isGone(error)) return;
      const { row, index } = context ?? {};
      // Only this row is restored; other rows may have been removed or changed since.
      setRows((rows) =>
        !row || rows.some((one) => one.id === id) ? rows : rows.toSpliced(index ?? 0, 0, row),
      );
      setRemoving((ids) => without(ids, id));
      showAlert(`Error deleting ${kinds[kind].noun}: ${messageOf(error)}`);
    },
    // The list has been read again by now; an entry that is restored later must be shown.
    onSettled: (_data, _error, { id }) => setRemoving((ids) => without(ids, id)),
  });
  return {
    /** @returns false when the owner declines. */
    remove: (row: { id: string }): boolean => {
      const name = nameOf(kind, row as never);
      const consequence = kind === "skill_categories" ? " Its skills become uncategorized." : "";
      if (!askToConfirm(`Are you sure you want to delete "${name}"?${consequence}`)) return false;
      mutate({ id: row.id, name });
      return true;
    },
    /** Ids being removed; a list that was read meanwhile may still contain them. */
    removing,
  };
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id));
}

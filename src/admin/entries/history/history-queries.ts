import { queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { isConflict, messageOf } from "../../../lib/errors.ts";
import { withdrawUndo } from "../../../ui/undo-toast.ts";
import type { ListName } from "../arrange/arrangement.ts";
import {
  listTrash,
  listVersions,
  purgeDeleted,
  restoreDeleted,
  restoreVersion,
} from "./history-api.ts";

export function versionsQuery(list: ListName, id: string) {
  return queryOptions({
    queryKey: [list, "history", id],
    queryFn: () => listVersions(list, id),
  });
}

export function trashQuery(list: ListName) {
  return queryOptions({ queryKey: [list, "trash"], queryFn: () => listTrash(list) });
}

export function useRestoreVersion(list: ListName, onRestored: () => void) {
  return useMutation({
    mutationFn: ({ version, revision }: { version: number; revision: number }) =>
      restoreVersion(version, revision),
    meta: { changes: changesOf(list) },
    onSuccess: () => {
      toast.success("Restored.");
      onRestored();
    },
    onError: (error) => report(isConflict(error) ? CHANGED : messageOf(error)),
  });
}

export function useRestoreDeleted(list: ListName) {
  return useMutation({
    mutationFn: (id: string) => restoreDeleted(list, id),
    meta: { changes: changesOf(list) },
    onSuccess: (_restored, id) => {
      withdrawUndo(id);
      toast.success("Restored.");
    },
    onError: (error) => report(messageOf(error)),
  });
}

export function usePurgeDeleted(list: ListName) {
  return useMutation({
    mutationFn: (id: string) => purgeDeleted(list, id),
    meta: { changes: [[list, "trash"]] },
    onError: (error) => report(messageOf(error)),
  });
}

/** A restored category has its skills again. */
function changesOf(list: ListName): string[][] {
  return list === "skill_categories" ? [[list], ["skills"]] : [[list]];
}

const CHANGED = "The entry was changed elsewhere meanwhile. Nothing was restored.";

function report(text: string): void {
  toast.error(text, { duration: 10_000 });
}

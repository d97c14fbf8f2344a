import { queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import type { KindName } from "../../../../shared/content/kind.ts";
import { isConflict, messageOf } from "../../../lib/errors.ts";
import { withdrawUndo } from "../../../ui/undo-toast.ts";
import { changesOf } from "../entry-queries.ts";
import {
  listTrash,
  listVersions,
  purgeDeleted,
  restoreDeleted,
  restoreVersion,
} from "./history-api.ts";

export function versionsQuery(name: KindName, id: string) {
  return queryOptions({
    queryKey: [name, "history", id],
    queryFn: () => listVersions(name, id),
  });
}

export function trashQuery(name: KindName) {
  return queryOptions({
    queryKey: [name, "trash"],
    queryFn: () => listTrash(name),
  });
}

export function useRestoreVersion(name: KindName, onRestored: () => void) {
  return useMutation({
    mutationFn: ({ version, revision }: { version: number; revision: number }) =>
      restoreVersion(version, revision),
    meta: { changes: changesOf(name) },
    onSuccess: () => {
      toast.success("Restored.");
      onRestored();
    },
    onError: (error) => report(isConflict(error) ? CHANGED : messageOf(error)),
  });
}

export function useRestoreDeleted(name: KindName) {
  return useMutation({
    mutationFn: (id: string) => restoreDeleted(name, id),
    meta: { changes: changesOf(name) },
    onSuccess: (_restored, id) => {
      withdrawUndo(id);
      toast.success("Restored.");
    },
    onError: (error) => report(messageOf(error)),
  });
}

export function usePurgeDeleted(name: KindName) {
  return useMutation({
    mutationFn: (id: string) => purgeDeleted(name, id),
    meta: { changes: [[name, "trash"]] },
    onError: (error) => report(messageOf(error)),
  });
}

const CHANGED = "The entry was changed in the meantime. Nothing was restored.";

function report(text: string): void {
  toast.error(text, { duration: 10_000 });
}

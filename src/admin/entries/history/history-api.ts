import { queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import type { KindName } from "../../../../shared/content/kind.ts";
import type { Tables } from "../../../../shared/database.types.ts";
import { BackendError, isConflict, messageOf, unwrap } from "../../../lib/errors.ts";
import { getClient } from "../../../lib/supabase.ts";
import { withdrawUndo } from "../../../ui/toasts/undo-toast.ts";
import { changesOf } from "../entry-api.ts";

export type EntryState = Record<string, unknown>;

/** A version: the entry after a change, or before its deletion. */
export type Version = Omit<Tables<"content_history">, "entry"> & { entry: EntryState };

/** The versions of an entry, the newest first. */
export async function listVersions(name: KindName, id: string): Promise<Version[]> {
  const rows = await getClient("admin")
    .from("content_history")
    .select("*")
    .eq("table_name", name)
    .eq("entry_id", id)
    .order("id", { ascending: false })
    .limit(MOST_VERSIONS)
    .then(unwrap);
  return rows as Version[];
}

/**
 * Changes the entry back to a version.
 * @throws {BackendError} a conflict when the entry is no longer at this revision.
 */
export async function restoreVersion(version: number, revision: number): Promise<void> {
  const { data, error, status } = await getClient("admin").rpc("restore_content_version", {
    version,
    current_revision: revision,
  });
  if (!unwrap({ data, error, status })) throw new BackendError("This version no longer exists.");
}

/** The entries deleted in the last 30 days, the last deleted first. */
export async function listTrash(name: KindName): Promise<Version[]> {
  const rows = await getClient("admin")
    .from("deleted_content")
    .select("*")
    .eq("table_name", name)
    .order("id", { ascending: false })
    .limit(MOST_DELETED)
    .then(unwrap);
  return rows as Version[];
}

export async function restoreDeleted(name: KindName, id: string): Promise<void> {
  const list = name;
  const restored = await getClient("admin").rpc("restore_deleted_content", { list, entry_id: id });
  expectInTrash(unwrap(restored));
}

/** Permanently deletes an entry in the trash with all its versions. */
export async function purgeDeleted(name: KindName, id: string): Promise<void> {
  const list = name;
  const purged = await getClient("admin").rpc("purge_deleted_content", { list, entry_id: id });
  expectInTrash(unwrap(purged));
}

function expectInTrash(found: boolean): void {
  if (!found) throw new BackendError("This entry is no longer in the trash.");
}

/** Maximum number of versions that the database keeps of an entry. */
const MOST_VERSIONS = 30;
const MOST_DELETED = 1000;

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

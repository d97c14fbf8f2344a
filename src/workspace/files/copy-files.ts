import { newId } from "../../lib/new-id.ts";
import {
  copyContent,
  deleteContents,
  RESERVED_AT_ONCE,
  releaseUpload,
  reserveUploads,
} from "./contents-api.ts";
import type { JobOptions } from "./file-jobs.ts";
import { freeName } from "./file-names.ts";
import { addEntries, type NewEntry, removeFiles } from "./file-writes-api.ts";
import { listFiles, listSubtree } from "./files-api.ts";
import { createTurns } from "./thumbnails/in-turn.ts";

/** Entries that one request adds: together, or none of them. */
const ENTRIES_AT_ONCE = 500;

/** Contents that the server copies at a time. */
const inTurn = createTurns(4);

type Entry = Awaited<ReturnType<typeof listSubtree>>[number];

/**
 * Copies files and folders with everything below them into a folder, under free names. The server
 * copies the contents into space that is reserved before. The entries are added last, so that a
 * closed tab leaves only contents that expire with their reservations. A canceled or failed copy
 * removes what it has done.
 * @returns the ids of the copies.
 */
export async function copyFiles(
  userId: string,
  ids: string[],
  folderId: string | null,
  options: JobOptions,
): Promise<string[]> {
  const entries = inOrder(await listSubtree(ids), ids);
  const known = await listFiles(folderId);
  const taken = new Set(known.map(({ name, storedName }) => storedName ?? name));
  const copyOf = new Map(entries.map(({ id }) => [id, newId()]));
  const tops = entries.filter(({ parent_id }) => !copyOf.has(parent_id ?? ""));
  const copies = tops.map(({ id }) => copyOf.get(id) ?? "");
  const paths = new Map<string, string>();
  let isBegun = false;
  try {
    await copyContents(entries, folderId, paths, options);
    const added = entries.map((entry): NewEntry => {
      const { id, parent_id, name, is_folder, size, mimetype, updated_at } = entry;
      const parent = copyOf.get(parent_id ?? "");
      const copy = parent ? name : freeName(name, (one) => taken.has(one));
      if (!parent) taken.add(copy);
      return {
        ...{ id: copyOf.get(id) ?? "", parent_id: parent ?? folderId, name: copy, is_folder },
        ...{ size, mimetype, storage_object_path: paths.get(id) ?? null },
        modified_at: is_folder ? null : updated_at,
      };
    });
    for (let at = 0; at < added.length; at += ENTRIES_AT_ONCE) {
      // A lost response may be that of stored entries.
      isBegun = true;
      await addEntries(userId, added.slice(at, at + ENTRIES_AT_ONCE));
      options.signal.throwIfAborted();
    }
  } catch (error) {
    const isRemoved = !isBegun || (await removeFiles(copies).then(isDone, () => false));
    await Promise.allSettled([...paths.values()].map((path) => inTurn(() => releaseUpload(path))));
    if (isRemoved) {
      await deleteContents([...paths.values()]).catch(() => {});
      throw error;
    }
    throw new Error("Only a part may have been copied. Delete it before you copy again.");
  }
  return copies;
}

const isDone = () => true;

/** Each entry once, folders before what they contain, also if a chosen file is in a chosen folder. */
export function inOrder(subtree: readonly Entry[], ids: readonly string[]): Entry[] {
  const byId = new Map(subtree.map((entry) => [entry.id, entry]));
  if (!ids.every((id) => byId.has(id))) {
    throw new Error("Some of these files no longer exist. Nothing was copied.");
  }
  const inside = new Map<string | null, Entry[]>();
  for (const entry of byId.values()) {
    const parent = byId.has(entry.parent_id ?? "") ? entry.parent_id : null;
    const beside = inside.get(parent);
    if (beside) beside.push(entry);
    else inside.set(parent, [entry]);
  }
  const ordered = [...(inside.get(null) ?? [])];
  for (const { id } of ordered) ordered.push(...(inside.get(id) ?? []));
  return ordered;
}

/** Copies the contents of files and adds the path of each copy to `paths`. */
async function copyContents(
  entries: readonly Entry[],
  folderId: string | null,
  paths: Map<string, string>,
  { signal, onProgress }: JobOptions,
): Promise<void> {
  const files = entries.filter(({ is_folder }) => !is_folder);
  const total = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  let done = 0;
  onProgress(done, total);
  for (let at = 0; at < files.length; at += RESERVED_AT_ONCE) {
    signal.throwIfAborted();
    const some = files.slice(at, at + RESERVED_AT_ONCE);
    const wanted = some.map(({ name, size }) => ({ name, size: size ?? 0, folderId }));
    const reserved = await reserveUploads(wanted);
    for (const [index, { id }] of some.entries()) paths.set(id, reserved[index] ?? "");
  }
  const stop = new AbortController();
  const either = AbortSignal.any([stop.signal, signal]);
  const copying = files.map(async ({ id, size, storage_object_path: from }) => {
    try {
      await inTurn(() => copyContent(from ?? "", paths.get(id) ?? ""), either);
      done += size ?? 0;
      onProgress(done, total);
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(copying);
  signal.throwIfAborted();
  await Promise.all(copying);
}

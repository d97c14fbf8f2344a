import type { TablesInsert, TablesUpdate } from "../../../shared/database.types.ts";
import { onlyRow, unwrap } from "../../lib/errors.ts";
import { newId } from "../../lib/new-id.ts";
import { getClient } from "../../lib/supabase.ts";
import { removeContents } from "./contents-api.ts";
import { toStorableName } from "./file-names.ts";

/**
 * @param id the same for every attempt, so that retries are idempotent.
 * @throws {BackendError} 23505 when the name is taken in that folder.
 */
export async function createFolder(
  userId: string,
  { id, parentId, name }: { id: string; parentId: string | null; name: string },
): Promise<string> {
  const stored = { id, name: toStorableName(name), parent_id: parentId };
  await addRows([{ ...stored, user_id: userId, is_folder: true }]);
  return id;
}

/** The id of the folder with that name; creates it if missing. */
export async function openFolder(
  userId: string,
  parentId: string | null,
  name: string,
): Promise<string> {
  const find = () =>
    files()
      .select("id, is_folder")
      .eq("user_id", userId)
      .eq("name", toStorableName(name))
      .filter("parent_id", ...isFolder(parentId))
      .is("trashed_at", null)
      .then(unwrap);
  const [found] = await find();
  if (found?.is_folder) return found.id;
  try {
    return await createFolder(userId, { id: newId(), parentId, name });
  } catch (error) {
    // Another tab may have created the folder in the meantime.
    const [made] = await find();
    if (made?.is_folder) return made.id;
    throw error;
  }
}

export async function renameFile(id: string, name: string): Promise<void> {
  await updateEntry(id, { name: toStorableName(name) });
}

/**
 * Moves all of them or none.
 * @param keepBoth renames entries whose name is taken instead of refusing.
 * @throws {BackendError} 23505 when a name is taken in the target.
 */
export async function moveFiles(
  ids: string[],
  folderId: string | null,
  keepBoth: boolean,
): Promise<void> {
  const target = folderId === null ? {} : { folder: folderId };
  unwrap(await rpc("move_files", { ids, ...target, keep_both: keepBoth }));
}

/** Stars or unstars all of these entries, or none. */
export async function starFiles(ids: string[], starred: boolean): Promise<void> {
  // `0` is a valid result: the entries may be starred already.
  unwrap(await rpc("star_files", { ids, starred }));
}

/** Moves entries with their contents to the trash; all or none. */
export async function trashFiles(ids: string[]): Promise<void> {
  unwrap(await rpc("trash_files", { ids }));
}

/** Restores entries to their folders, or to the root when the folder no longer exists. */
export async function restoreFiles(ids: string[]): Promise<void> {
  unwrap(await rpc("restore_files", { ids }));
}

/** Deletes entries permanently with their contents. */
export async function removeFiles(ids: string[]): Promise<void> {
  unwrap(await rpc("delete_files", { ids }));
  await removeContents();
}

export async function emptyTrash(): Promise<void> {
  unwrap(await rpc("empty_trash"));
  await removeContents();
}

export interface Content {
  storage_object_path: string;
  size: number | null;
  mimetype: string | null;
  /** Modification time on the device of the uploader; null for a file created here. */
  modified_at: string | null;
}

/** Creates the entries of uploaded files, all or none. */
export async function createFiles(userId: string, created: readonly NewFile[]): Promise<void> {
  const rows = created.map(({ id, parentId, name, content }) => {
    const stored = { id, name: toStorableName(name), parent_id: parentId, ...content };
    return { ...stored, user_id: userId, is_folder: false };
  });
  await addRows(rows);
}

/** Creates entries as they are, in this order, in which folders precede what they contain. */
export const addEntries = (userId: string, entries: readonly NewEntry[]): Promise<void> =>
  addRows(entries.map((entry) => ({ ...entry, user_id: userId })));

export type NewEntry = Omit<TablesInsert<"workspace_files">, "user_id"> & { id: string };

interface NewFile {
  id: string;
  parentId: string | null;
  name: string;
  content: Content;
}

/**
 * Inserts rows. Existing rows are left unchanged: the response of an earlier insert may have been
 * lost, and another device may have changed them since.
 */
async function addRows(rows: (TablesInsert<"workspace_files"> & { id: string })[]): Promise<void> {
  const added = await files().upsert(rows, { ignoreDuplicates: true }).select("id").then(unwrap);
  const others = rows.map(({ id }) => id).filter((id) => !added.some((one) => one.id === id));
  if (others.length === 0) return;
  const there = await files().select("id").in("id", others).then(unwrap);
  if (there.length < others.length) onlyRow([]);
}

async function updateEntry(id: string, columns: TablesUpdate<"workspace_files">): Promise<void> {
  await files().update(columns).eq("id", id).select("id").then(unwrap).then(onlyRow);
}

/** The operator and value that select the contents of a folder; null is the root. */
const isFolder = (id: string | null): ["eq" | "is", string | null] =>
  id === null ? ["is", null] : ["eq", id];

const files = () => getClient("workspace").from("workspace_files");
const rpc: ReturnType<typeof getClient>["rpc"] = (...call) => getClient("workspace").rpc(...call);

import type { TablesInsert, TablesUpdate } from "../../../shared/database.types.ts";
import { MAX_ROWS } from "../../../shared/limits.ts";
import { onlyRow, unwrap } from "../../lib/errors.ts";
import { newId } from "../../lib/new-id.ts";
import { readAll } from "../../lib/read-all.ts";
import { shownName, withShownName } from "../../lib/shown-name.ts";
import { getClient } from "../../lib/supabase.ts";
import {
  BEFORE_ALL,
  type ReadRows,
  readAllChanges,
  readChanges,
  withChanges,
} from "../shell/changes.ts";
import { removeContents } from "./contents-api.ts";
import type {
  DriveFile,
  DriveUsage,
  FoundFile,
  ListedFile,
  ListedFolder,
  SubtreeFile,
} from "./file.ts";
import { toStorableName } from "./file-names.ts";

/** Lists a folder, null being the root: folders first, then by name. */
export const listFiles = async (folderId: string | null): Promise<readonly DriveFile[]> =>
  (await readFolder(folderId)).rows;

/**
 * Reads a folder, by the last name of each page: the names in a folder are unique.
 * @param onFirst called with the first page of a large folder before the rest is read.
 */
export async function readFolder(
  folderId: string | null,
  onFirst: (files: ListedFile[]) => void = () => {},
): Promise<ReadRows<ListedFile>> {
  // Renamed during the read, a file can be in two pages.
  const rows = new Map<string, ListedFile>();
  let last: ListedFile | undefined;
  let first: number | undefined;
  const folder = folderId === null ? {} : { folder: folderId };
  for (let most = FIRST_PAGE; ; most = MAX_ROWS) {
    const after = last && {
      after_name: last.storedName ?? last.name,
      after_folder: last.is_folder,
    };
    const answer = await rpc("list_folder", { ...folder, ...after, max_rows: most }).then(unwrap);
    const page = answer as unknown as { files: ListedFile[]; last: number };
    const files = shown(page.files);
    for (const file of files) rows.set(file.id, file);
    last = files.at(-1);
    // Later changes may be missing in earlier pages.
    first ??= page.last;
    if (files.length < most) return { rows: [...rows.values()], upTo: first };
    if (most === FIRST_PAGE) onFirst(files);
  }
}

/** The first changes of the drive after this change number. */
export async function listFileChanges(since: number) {
  const read = await readChanges<ListedFile>((page) => rpc("file_changes", page), since);
  const changes = read.changes.map((one) => ("is_deleted" in one ? one : (shown([one])[0] ?? one)));
  return { ...read, changes };
}

/** The first page fills any window and loads as fast as a small folder. */
const FIRST_PAGE = 200;

/** @returns null when there is no such file or folder; `trashed_at` is null outside the trash. */
export async function getFile(
  id: string,
): Promise<(DriveFile & { trashed_at: string | null }) | null> {
  // The id in the URL may be any text, but the column accepts only UUIDs.
  if (!UUID.test(id)) return null;
  const rows = await files().select(`${DATED_COLUMNS}, trashed_at`).eq("id", id).then(unwrap);
  return shown(rows)[0] ?? null;
}

export const isInTree = (file: Pick<ListedFile, "is_folder" | "trashed_at">): boolean =>
  file.is_folder && file.trashed_at === null;

/** All folders outside the trash. */
export async function readFolders(): Promise<ReadRows<ListedFolder>> {
  const all = await readAllChanges((since) =>
    readChanges<ListedFolder>(
      (page) => rpc("file_changes", { ...page, only_folders: true }),
      since,
    ),
  );
  const { rows, upTo } = withChanges({ rows: [], upTo: BEFORE_ALL }, all, isInTree);
  return { rows: shown(rows), upTo };
}

/** Counts the direct children of each folder; empty folders are omitted. */
export async function countItems(folders: readonly string[]): Promise<Map<string, number>> {
  const ids = [...folders];
  const rows = await readAll("folder", () => rpc("count_items", { folders: ids }));
  return new Map(rows.map(({ folder, items }) => [folder, items]));
}

/** The entries moved to the trash, without those trashed as part of a folder; latest first. */
export async function listTrash(userId: string): Promise<DriveFile[]> {
  return readAll("trashed_at.desc,id", (counting) =>
    files()
      .select(`${DATED_COLUMNS}, trashed_at`, counting)
      .eq("user_id", userId)
      .not("trashed_at", "is", null)
      .is("trashed_with", null),
  ).then(shown);
}

/** The starred files and folders outside the trash, last starred first. */
export async function listStarred(userId: string): Promise<DriveFile[]> {
  return readAll("starred_at.desc,id", (counting) =>
    files()
      .select(DATED_COLUMNS, counting)
      .eq("user_id", userId)
      .not("starred_at", "is", null)
      .is("trashed_at", null),
  ).then(shown);
}

/** Number of files in the list of recent ones. */
const MOST_RECENT = 100;

/** The files added or changed last, across folders. */
export async function listRecent(userId: string): Promise<DriveFile[]> {
  return files()
    .select(COLUMNS)
    .eq("user_id", userId)
    .eq("is_folder", false)
    .is("trashed_at", null)
    .order("updated_at", { ascending: false })
    .order("id", { ascending: true })
    .limit(MOST_RECENT)
    .then(unwrap)
    .then(shown);
}

/** Maximum number of search results. */
export const MOST_FOUND = 500;

/** Files and folders anywhere whose names contain all these words. */
export async function searchFiles(words: string): Promise<FoundFile[]> {
  const found = shown(unwrap(await rpc("search_files", { search: words, max_rows: MOST_FOUND })));
  return found.map((file) => ({ ...file, folder_names: file.folder_names.map(shownName) }));
}

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

export async function getUsage(): Promise<DriveUsage> {
  return onlyRow(unwrap(await rpc("drive_usage")));
}

/** Lists these entries and everything below them, folders before their contents. */
export async function listSubtree(
  ids: string[],
): Promise<(SubtreeFile & Pick<DriveFile, "mimetype">)[]> {
  const rows = await readAll("id", () => rpc("list_subtree", { ids }));
  rows.sort((a, b) => (a.path.join("/") < b.path.join("/") ? -1 : 1));
  // A file is listed twice if its folder was chosen, too; the first is kept.
  const listed = new Set<string>();
  return rows.filter(({ id }) => listed.size < listed.add(id).size);
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

/** Whether a file, including trashed ones, has or had content at this path. */
export async function hasEntry(path: string): Promise<boolean> {
  const versions = getClient("workspace").from("file_versions");
  const rows = await Promise.all(
    [files(), versions].map((table) =>
      table.select("id").eq("storage_object_path", path).then(unwrap),
    ),
  );
  return rows.flat().length > 0;
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

/** Returns entries with the name and date that they had on the uploader's device. */
const shown = <Row extends { name: string; modified_at?: string | null }>(rows: readonly Row[]) =>
  rows.map((row) => withShownName(row.modified_at ? { ...row, updated_at: row.modified_at } : row));

/** The operator and value that select the contents of a folder; null is the root. */
const isFolder = (id: string | null): ["eq" | "is", string | null] =>
  id === null ? ["is", null] : ["eq", id];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const COLUMNS =
  "id, name, is_folder, parent_id, storage_object_path, mimetype, size, updated_at, starred_at, thumbnail_path";
const DATED_COLUMNS = `${COLUMNS}, modified_at` as const;

const files = () => getClient("workspace").from("workspace_files");
const rpc: ReturnType<typeof getClient>["rpc"] = (...call) => getClient("workspace").rpc(...call);

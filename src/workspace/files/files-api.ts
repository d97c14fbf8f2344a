import { MAX_ROWS } from "../../../shared/limits.ts";
import { onlyRow, unwrap } from "../../lib/errors.ts";
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
import type {
  DriveFile,
  DriveUsage,
  FoundFile,
  ListedFile,
  ListedFolder,
  SubtreeFile,
} from "./file.ts";

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

/** Returns entries with the name and date that they had on the uploader's device. */
const shown = <Row extends { name: string; modified_at?: string | null }>(rows: readonly Row[]) =>
  rows.map((row) => withShownName(row.modified_at ? { ...row, updated_at: row.modified_at } : row));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const COLUMNS =
  "id, name, is_folder, parent_id, storage_object_path, mimetype, size, updated_at, starred_at, thumbnail_path";
const DATED_COLUMNS = `${COLUMNS}, modified_at` as const;

const files = () => getClient("workspace").from("workspace_files");
const rpc: ReturnType<typeof getClient>["rpc"] = (...call) => getClient("workspace").rpc(...call);

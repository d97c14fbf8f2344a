import type { Tables } from "../../../shared/database.types.ts";
import { shorten } from "../../lib/shorten.ts";
import { quotedName } from "../../lib/shown-name.ts";

export const TABLE = "workspace_files";

/** The first part of the keys of queries for the bytes of files. */
export const CONTENT = `${TABLE} content`;

/** Key of the device's copy of a folder's list, with the folder's id after it. */
export const FOLDER_COPY = "folder ";

type Row = Tables<typeof TABLE>;

/**
 * A file or a folder of the drive, with its name as it is shown. `updated_at` is the date that the file
 * had where it was uploaded from, if known, except in the list of recent ones.
 */
export type DriveFile = Pick<
  Row,
  | "id"
  | "name"
  | "is_folder"
  | "parent_id"
  | "storage_object_path"
  | "mimetype"
  | "size"
  | "updated_at"
  | "starred_at"
  | "thumbnail_path"
> & { storedName?: string };

/** An entry as the list of a folder and its changes have it. */
export type ListedFile = DriveFile & Pick<Row, "trashed_at" | "change_number">;

export type ListedFolder = Folder & Pick<Row, "is_folder" | "trashed_at" | "change_number">;

export type Folder = Pick<Row, "id" | "name" | "parent_id">;

/** A search result with the path of folders to it. */
export interface FoundFile extends DriveFile {
  folder_names: string[];
}

/** A file or folder to be packed into an archive. */
export type SubtreeFile = Pick<
  Row,
  "id" | "parent_id" | "name" | "is_folder" | "size" | "storage_object_path" | "updated_at"
>;

/** A content of a file that was replaced. */
export type FileVersion = Pick<
  Tables<"file_versions">,
  "id" | "storage_object_path" | "mimetype" | "size" | "modified_at" | "created_at" | "replaced_at"
>;

export interface DriveUsage {
  used: number;
  quota: number;
  /** Maximum size of a single file. */
  file_limit: number;
}

/** Name of the root folder. */
export const ROOT_NAME = "My Drive";

/** A readable name for several files. */
export function titleOf(files: readonly DriveFile[]): string {
  const [first] = files;
  return files.length === 1 && first
    ? quotedName(shorten(first.name, SHOWN_NAME))
    : `${files.length} items`;
}

/** Characters of a name in a notification. */
const SHOWN_NAME = 40;

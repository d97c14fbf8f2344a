import type { Tables } from "../../../shared/database.types.ts";
import { shorten } from "../../lib/shorten.ts";

export const TABLE = "workspace_files";

type Row = Tables<typeof TABLE>;

/** A file or a folder of the drive. */
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
> & {
  /** Missing in search results, which show none. */
  thumbnail_path?: string | null;
};

/** A folder with its name and parent. */
export type Folder = Pick<Row, "id" | "name" | "parent_id">;

/** A search result with the path of folders to it. */
export interface FoundFile extends DriveFile {
  folder_names: string[];
}

/** A file or folder to be packed into an archive. */
export type SubtreeFile = Pick<
  Row,
  "id" | "parent_id" | "name" | "is_folder" | "size" | "storage_object_path"
>;

/** A content of a file that was replaced. */
export type FileVersion = Pick<
  Tables<"file_versions">,
  "id" | "storage_object_path" | "mimetype" | "size" | "created_at" | "replaced_at"
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
    ? `“${shorten(first.name, SHOWN_NAME)}”`
    : `${files.length} items`;
}

/** Characters of a name in a notification. */
const SHOWN_NAME = 40;

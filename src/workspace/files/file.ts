import type { Tables } from "../../lib/database.types.ts";

type Row = Tables<"workspace_files">;

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
>;

/** A folder as a place: where it lies and what it is called. */
export type Folder = Pick<Row, "id" | "name" | "parent_id">;

/** Something a search found, with the folders down to it. */
export interface FoundFile extends DriveFile {
  folder_names: string[];
}

/** A file or folder of what is to be packed. */
export type SubtreeFile = Pick<
  Row,
  "id" | "parent_id" | "name" | "is_folder" | "size" | "storage_object_path"
>;

export interface DriveUsage {
  used: number;
  quota: number;
  /** The largest single file. */
  file_limit: number;
}

/** The name of the place above all folders. */
export const ROOT_NAME = "My Drive";

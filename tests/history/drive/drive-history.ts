import type { RowVersion } from "../versions.ts";

/** Columns of the drive's tables that the checks read. */
export interface FileRow {
  name: string;
  is_folder: boolean;
  parent_id: string | null;
  storage_object_path: string | null;
  thumbnail_path: string | null;
  size: number | null;
  trashed_at: string | null;
  trashed_with: string | null;
}

export interface FileVersionRow {
  file_id: string;
  storage_object_path: string;
  size: number;
}

export interface ObjectRow {
  bucket_id: string;
  name: string;
  metadata: { size: number };
}

export interface LinkRow {
  file_id: string;
  token_hash: string;
}

/** A committed version of a row of the drive. */
export type DriveVersion =
  | ({ place: "files" } & RowVersion<FileRow>)
  | ({ place: "file versions" } & RowVersion<FileVersionRow>)
  | ({ place: "objects" } & RowVersion<ObjectRow>)
  | ({ place: "links" } & RowVersion<LinkRow>);

/** A content, identified by its newest token. Its size is unique in the run. */
export interface Content {
  token: string;
  size: number;
  /** SHA-256 in hexadecimal. */
  digest: string;
  /** All tokens of an edited text; those of earlier contents were visible when it was saved. */
  tokens: readonly string[];
}

export type DriveEvent =
  /** A content was passed to an upload, or a text to a save. */
  | ({ kind: "content" } & Content)
  /** The interface said that a content is uploaded or saved. */
  | { kind: "stored"; token: string }
  /** The interface showed a new link. */
  | { kind: "linked"; file: string; hash: string }
  /** The interface showed that a file has no links anymore; their revocation started at `from`. */
  | { kind: "unlinked"; file: string; from: number }
  | ({ kind: "visited" } & Visit);

/** The response of a link to a visitor. */
export interface Visit {
  hash: string;
  /** Time at which the visit began, in milliseconds; it ended at the event's time. */
  from: number;
  /** Null when the link was refused. */
  entries: readonly SeenEntry[] | null;
  /** The files for which URLs were signed, of all that were requested. */
  signed: readonly string[];
  /** The bytes that were served. */
  served: readonly { id: string; size: number; digest: string }[];
  /** The files that still opened by addresses of earlier visits. */
  kept: readonly string[];
}

export interface SeenEntry {
  id: string;
  parent: string | null;
  name: string;
  size: number | null;
}

export interface DriveHistory {
  versions: readonly DriveVersion[];
  /** Contents that existed from the start. */
  first: readonly Content[];
  end: DriveEnd;
}

/** Contents finally stored: a day later, after the sweep. */
export interface DriveEnd {
  /** The used bytes that the drive reports. */
  used: number;
  objects: readonly { path: string; size: number; blob: string }[];
  /** The blobs on the disk, except those of other users' objects. */
  blobs: readonly { id: string; size: number; digest: string }[];
  /** Descriptions of remaining reservations and partial uploads. */
  left: readonly string[];
}

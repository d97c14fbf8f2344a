import type { Picked } from "./picked-files.ts";

/** What to do about a name that is taken. */
export type ConflictChoice = "replace" | "both" | "skip";

export type UploadState =
  | { kind: "waiting" }
  /** Its name is taken, and nobody has said yet what to do. */
  | { kind: "asking"; takenByFolder: boolean }
  | { kind: "sending" }
  /** No connection; goes on by itself. */
  | { kind: "held" }
  | { kind: "failed"; message: string }
  /** Begun before the page was loaded anew, and not kept on the device: it has to be chosen again. */
  | { kind: "file-needed" }
  | { kind: "done" };

/** One file on its way into the drive. Changes come as new objects. */
export interface UploadJob {
  id: string;
  /** The name it will have; another than the file's own when both are kept. */
  name: string;
  /** It is settled that it can have that name. */
  named: boolean;
  size: number;
  type: string;
  lastModified: number;
  /** Bytes that have arrived, as far as is known. */
  sent: number;
  state: UploadState;
  /** The folder it was dropped into; null for the root. */
  rootId: string | null;
  /** The folders below, made where they are missing. */
  folders: readonly string[];
  file: File | null;
  /** The object's path in the bucket, once there is room reserved for it. */
  path: string | null;
  /** Where a resumable upload goes on. */
  resumeUrl: string | null;
  /** The row of the file it takes the place of. */
  replaces: string | null;
  /** All bytes are there; only the entry is missing. */
  stored: boolean;
}

/** A job that is not over: it is sending, about to, or could once somebody decides. */
export function isUnfinished({ state }: UploadJob): boolean {
  return state.kind !== "done" && state.kind !== "failed" && state.kind !== "file-needed";
}

/** Larger files are sent in pieces that can be resumed. Bytes; the size hosted Supabase asks for. */
export const PIECE = 6 * 1024 * 1024;

/** Worth going on with after the page was loaded anew. */
export const isLarge = ({ size }: { size: number }): boolean => size > PIECE;

export function newJob(id: string, { file, folders }: Picked, rootId: string | null): UploadJob {
  return {
    id,
    name: file?.name ?? "",
    named: false,
    size: file?.size ?? 0,
    type: file?.type || "application/octet-stream",
    lastModified: file?.lastModified ?? 0,
    sent: 0,
    state: { kind: "waiting" },
    rootId,
    folders,
    file,
    path: null,
    resumeUrl: null,
    replaces: null,
    stored: false,
  };
}

/** Whether this is the very file a job was begun with, as far as the browser can tell. */
export function isFileOf(job: UploadJob, file: File): boolean {
  return file.size === job.size && file.lastModified === job.lastModified;
}

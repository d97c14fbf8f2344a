import { UPLOAD_CHUNK_BYTES } from "../../../../shared/limits.ts";
import type { Picked } from "./picked-files.ts";

/** How to resolve a name conflict. */
export type ConflictChoice = "replace" | "both" | "skip";

export type UploadState =
  | { kind: "waiting" }
  /** Its name is taken and the user has not chosen yet. */
  | { kind: "asking"; takenByFolder: boolean }
  | { kind: "sending" }
  /** Resumes automatically when the connection is back. */
  | { kind: "offline" }
  | { kind: "failed"; message: string }
  /** Started before a reload and not stored on the device: the file must be chosen again. */
  | { kind: "file-needed" }
  | { kind: "done" };

/** One file being uploaded to the drive. Immutable; changes create new objects. */
export interface UploadJob {
  id: string;
  /** The target name; differs from the file's own when both are kept. */
  name: string;
  /** Whether the target name is settled. */
  named: boolean;
  size: number;
  type: string;
  lastModified: number;
  /** Uploaded bytes, as far as known. */
  sent: number;
  state: UploadState;
  /** The folder it was dropped on; null for the root. */
  rootId: string | null;
  /** Subfolders below it; created where missing. */
  folders: readonly string[];
  file: File | null;
  /** The object's path in the bucket, once space is reserved. */
  path: string | null;
  /** URL at which a resumable upload continues. */
  resumeUrl: string | null;
  /** Id of the file it replaces. */
  replaces: string | null;
  /** All bytes are uploaded; only the entry is missing. */
  stored: boolean;
  /** The user's answer to a conflict of its name; asked again on the next visit. */
  choice: ConflictChoice | null;
}

/** A job that is uploading, queued, or waiting for the user. */
export function isUnfinished({ state }: UploadJob): boolean {
  return state.kind !== "done" && state.kind !== "failed" && state.kind !== "file-needed";
}

/** Whether it is large enough to be resumed after a reload. */
export const isLarge = ({ size }: { size: number }): boolean => size > UPLOAD_CHUNK_BYTES;

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
    choice: null,
  };
}

/** A job of an earlier visit, which resumes automatically if its file was stored. */
export function restoredJob(job: UploadJob): UploadJob {
  return { ...job, choice: null, state: { kind: job.file ? "waiting" : "file-needed" } };
}

/** Whether this is the file the job was started with, as far as the browser can tell. */
export function isFileOf(job: UploadJob, file: File): boolean {
  return file.size === job.size && file.lastModified === job.lastModified;
}

import { UPLOAD_CHUNK_BYTES } from "../../../../shared/limits.ts";
import { toStorableName } from "../file-names.ts";
import { mediaTypeOf, UNKNOWN } from "../media-type.ts";
import type { Picked } from "./picked-files.ts";

/** How to resolve a name conflict. */
export type ConflictChoice = "replace" | "both" | "skip";

export type UploadState =
  | { kind: "waiting" }
  /** The name is taken and the user has not chosen yet. */
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
  /** Number of uploaded bytes, as far as known. */
  sent: number;
  state: UploadState;
  /** The target folder; null for the root. */
  rootId: string | null;
  /** Subfolders below the target folder; created if missing. */
  folders: readonly string[];
  file: File | null;
  /** The object's path in the bucket, once space is reserved. */
  path: string | null;
  /** URL at which a resumable upload continues. */
  resumeUrl: string | null;
  /** Id of the file that the upload replaces. */
  replaces: string | null;
  /** All bytes are uploaded; only the entry is missing. */
  stored: boolean;
  /** The user's answer to a name conflict; asked again on the next visit. */
  choice: ConflictChoice | null;
}

/** Whether the job is uploading, queued, or waiting for the user. */
export function isUnfinished({ state }: UploadJob): boolean {
  return state.kind !== "done" && state.kind !== "failed" && state.kind !== "file-needed";
}

/** Whether the file is large enough to be resumed after a reload. */
export const isLarge = ({ size }: { size: number }): boolean => size > UPLOAD_CHUNK_BYTES;

export function newJob(id: string, { file, folders }: Picked, rootId: string | null): UploadJob {
  return {
    id,
    name: toStorableName(file?.name ?? ""),
    named: false,
    size: file?.size ?? 0,
    type: file ? mediaTypeOf({ name: file.name, mimetype: file.type }) || UNKNOWN : "",
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
  const state: UploadState = { kind: job.file ? "waiting" : "file-needed" };
  return { ...job, name: toStorableName(job.name), choice: null, state };
}

/** Whether the job waits for the user to choose a file of this name again in this place. */
export function isAwaited(
  { state, name, rootId, folders }: UploadJob,
  fileName: string,
  below: readonly string[],
  folderId: string | null,
): boolean {
  return (
    state.kind === "file-needed" &&
    rootId === folderId &&
    toStorableName([...folders, name].join("/")) === toStorableName([...below, fileName].join("/"))
  );
}

/** A file cannot replace a folder, even if Replace was chosen for all. */
export function canAnswer({ state }: UploadJob, choice: ConflictChoice): boolean {
  return state.kind === "asking" && !(choice === "replace" && state.takenByFolder);
}

/** Null when the date cannot be stored. */
export const toDate = (time: number): string | null =>
  time > 0 && time < END_OF_DATES ? new Date(time).toISOString() : null;
const END_OF_DATES = Date.UTC(10_000, 0);

/** Whether the job was started with this file, as far as the browser can tell. */
export function isFileOf(job: UploadJob, file: File): boolean {
  return file.size === job.size && file.lastModified === job.lastModified;
}

/** An event of one upload, caused by the user, the connection, or a completed step. */
export type UploadEvent =
  | { type: "started" }
  | { type: "conflicted"; takenByFolder: boolean }
  | { type: "answered"; choice: ConflictChoice }
  | { type: "named"; name: string; replaces: string | null }
  /** The reservation and the bytes sent under it no longer exist. */
  | { type: "unreserved" }
  | { type: "reserved"; path: string }
  | { type: "progressed"; sent: number }
  /** The storage has returned a URL for resuming the upload. */
  | { type: "resumable"; resumeUrl: string }
  | { type: "stored" }
  | { type: "completed" }
  /** The name was free when it was looked up, but the entry could not be created. */
  | { type: "name-lost" }
  | { type: "disconnected" }
  | { type: "failed"; message: string }
  | { type: "retried" }
  | { type: "reconnected" }
  | { type: "file-chosen"; file: File };

type EventOf<Type extends UploadEvent["type"]> = Extract<UploadEvent, { type: Type }>;
type Kind = UploadState["kind"];

interface Transition<Type extends UploadEvent["type"]> {
  from: readonly Kind[];
  change: (job: UploadJob, event: EventOf<Type>) => Partial<UploadJob>;
}

/**
 * The state machine of one upload. Pure; returns the same object when the event does not apply to
 * the job's state.
 *
 * | event        | from                      | to                       |
 * | ------------ | ------------------------- | ------------------------ |
 * | started      | waiting                   | sending                  |
 * | conflicted   | active                    | asking                   |
 * | answered     | asking                    | waiting                  |
 * | named, unreserved, reserved, progressed, resumable, stored | active | unchanged |
 * | completed    | active                    | done                     |
 * | name-lost    | active                    | waiting                  |
 * | disconnected | active                    | offline                  |
 * | failed       | active                    | failed                   |
 * | retried      | failed                    | waiting                  |
 * | reconnected  | offline                   | waiting                  |
 * | file-chosen  | file-needed               | waiting                  |
 *
 * Active: waiting, asking, sending. A conflict is looked up, and may be answered, while the upload
 * is already running, so that the steps of a run apply to all three.
 */
export function reduceUpload(job: UploadJob, event: UploadEvent): UploadJob {
  const { from, change } = transitions[event.type] as Transition<UploadEvent["type"]>;
  return from.includes(job.state.kind) ? { ...job, ...change(job, event) } : job;
}

const ACTIVE: readonly Kind[] = ["waiting", "asking", "sending"];
const WAITING: UploadState = { kind: "waiting" };

const transitions: { [Type in UploadEvent["type"]]: Transition<Type> } = {
  started: { from: ["waiting"], change: () => ({ state: { kind: "sending" } }) },
  conflicted: {
    from: ACTIVE,
    change: (_, { takenByFolder }) => ({ state: { kind: "asking", takenByFolder } }),
  },
  answered: { from: ["asking"], change: (_, { choice }) => ({ state: WAITING, choice }) },
  named: { from: ACTIVE, change: (_, { name, replaces }) => ({ name, replaces, named: true }) },
  unreserved: {
    from: ACTIVE,
    change: () => ({ path: null, resumeUrl: null, stored: false, sent: 0 }),
  },
  reserved: { from: ACTIVE, change: (_, { path }) => ({ path }) },
  progressed: { from: ACTIVE, change: (_, { sent }) => ({ sent }) },
  resumable: { from: ACTIVE, change: (_, { resumeUrl }) => ({ resumeUrl }) },
  stored: { from: ACTIVE, change: ({ size }) => ({ stored: true, sent: size }) },
  completed: {
    from: ACTIVE,
    change: ({ size }) => ({ state: { kind: "done" }, file: null, sent: size }),
  },
  "name-lost": {
    from: ACTIVE,
    change: () => ({ state: WAITING, named: false, replaces: null, choice: null }),
  },
  disconnected: { from: ACTIVE, change: () => ({ state: { kind: "offline" } }) },
  failed: { from: ACTIVE, change: (_, { message }) => ({ state: { kind: "failed", message } }) },
  retried: { from: ["failed"], change: () => ({ state: WAITING }) },
  reconnected: { from: ["offline"], change: () => ({ state: WAITING }) },
  "file-chosen": { from: ["file-needed"], change: (_, { file }) => ({ state: WAITING, file }) },
};

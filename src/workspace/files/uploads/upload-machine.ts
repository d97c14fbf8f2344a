import type { ConflictChoice, UploadJob, UploadState } from "./upload-job.ts";

/** What happens to one upload: from the user, the connection, or the step that was just done. */
export type UploadEvent =
  | { type: "started" }
  | { type: "conflicted"; takenByFolder: boolean }
  | { type: "answered"; choice: ConflictChoice }
  | { type: "named"; name: string; replaces: string | null }
  /** Its reservation no longer exists, nor do bytes sent under it. */
  | { type: "unreserved" }
  | { type: "reserved"; path: string }
  | { type: "progressed"; sent: number }
  /** The storage has given it a URL at which it can be resumed. */
  | { type: "resumable"; resumeUrl: string }
  | { type: "stored" }
  | { type: "completed" }
  /** Its name was free when it was looked up, but the entry could not be created. */
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

import { messageOf } from "../../../lib/errors.ts";
import { freeName } from "../file-names.ts";
import {
  ConnectionLost,
  type Names,
  NameTaken,
  retryOnDisconnect,
  type SendOptions,
} from "./upload-backend.ts";
import { batchOf, removeUpload, type UploadContext } from "./upload-context.ts";
import type { ConflictChoice, UploadJob } from "./upload-machine.ts";

const PARALLEL = 3;

/** Starts waiting uploads, three at a time. Called after every change of the list. */
export function runUploads(context: UploadContext): void {
  const { list, running, stopped } = context;
  if (stopped.aborted) return;
  for (const job of list.all()) {
    if (running.size >= PARALLEL) return;
    if (job.state.kind === "waiting" && !running.has(job.id)) void run(context, job.id);
  }
}

async function run(context: UploadContext, id: string): Promise<void> {
  const { list, running } = context;
  const controller = new AbortController();
  running.set(id, controller);
  list.dispatch(id, { type: "started" });
  list.notify();
  try {
    await upload(context, id, controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) fail(context, id, error);
  } finally {
    running.delete(id);
    list.notify();
    runUploads(context);
  }
}

/** Every completed step is stored in the job, so that a retry starts where it failed. */
async function upload(context: UploadContext, id: string, signal: AbortSignal): Promise<void> {
  const { list } = context;
  const { rootId, folders, file } = list.require(id);
  const folderId = await batchOf(context, id).openFolder(rootId, folders);
  if (!file) return complete(context, id);
  if (!(await claimName(context, id, folderId))) return;
  signal.throwIfAborted();
  if (!(await reserve(context, id, folderId))) return complete(context, id);
  signal.throwIfAborted();
  const { path } = list.require(id);
  if (!path) throw new Error("Nothing was reserved.");
  await transfer(context, id, path, folderId, signal);
  complete(context, id);
}

/** False when nothing is left to do: only the last response of an earlier attempt was lost. */
async function reserve(
  { backend, list }: UploadContext,
  id: string,
  folderId: string | null,
): Promise<boolean> {
  const earlier = list.require(id).path;
  if (earlier && (await backend.extend(earlier))) return true;
  if (earlier && (await backend.isFinished(earlier))) return false;
  list.dispatch(id, { type: "unreserved" });
  const path = await backend.reserve(list.require(id), folderId);
  list.dispatch(id, { type: "reserved", path });
  return true;
}

/** Sends the bytes, unless an earlier attempt did, and creates the entry. */
async function transfer(
  context: UploadContext,
  id: string,
  path: string,
  folderId: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { backend, list, isOnline } = context;
  if (!list.require(id).stored) {
    const options = sendOptions(context, id, signal);
    await retryOnDisconnect(signal, isOnline, () => backend.send(list.require(id), path, options));
    list.dispatch(id, { type: "stored" });
  }
  await retryOnDisconnect(signal, isOnline, () => backend.finish(list.require(id), path, folderId));
}

function sendOptions(context: UploadContext, id: string, signal: AbortSignal): SendOptions {
  const { list, store } = context;
  return {
    signal,
    onProgress(sent) {
      list.dispatch(id, { type: "progressed", sent });
      list.notifySoon();
    },
    onResumable(resumeUrl) {
      list.dispatch(id, { type: "resumable", resumeUrl });
      void store.save(list.require(id)).catch(() => {});
    },
  };
}

function complete({ list, store, onStored }: UploadContext, id: string): void {
  list.require(id);
  list.dispatch(id, { type: "completed" });
  void store.remove(id).catch(() => {});
  onStored();
}

function fail(context: UploadContext, id: string, error: unknown): void {
  const { list, isOnline } = context;
  if (!list.find(id)) return;
  if (error instanceof NameTaken) {
    // Looked up again, so that the user is asked.
    batchOf(context, id).forgetNames();
    list.dispatch(id, { type: "name-lost" });
  } else if (error instanceof ConnectionLost && !isOnline()) {
    list.dispatch(id, { type: "disconnected" });
  } else {
    list.dispatch(id, { type: "failed", message: messageOf(error) });
  }
}

/**
 * Settles an upload's name in its folder.
 * @returns false when the user must choose, or chose to skip the file.
 */
async function claimName(
  context: UploadContext,
  id: string,
  folderId: string | null,
): Promise<boolean> {
  const { list } = context;
  if (list.require(id).named) return true;
  const batch = batchOf(context, id);
  const names = await batch.namesIn(folderId);
  const job = list.require(id);
  // Settled meanwhile: names are looked up when files are added, and again at a file's turn.
  if (job.named) return true;
  const outcome = resolveName(job.name, names, job.choice ?? batch.choice);
  if (outcome.type === "skipped") {
    removeUpload(context, job);
    return false;
  }
  list.dispatch(id, outcome);
  if (outcome.type === "conflicted") return false;
  if (!outcome.replaces) names.set(outcome.name, { id, isFolder: false });
  return true;
}

/** Asks about conflicts at once, not at a file's turn. Failures here occur again at its turn. */
export async function claimNames(context: UploadContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const job = context.list.find(id);
    if (job?.file && !context.stopped.aborted) await claimEarly(context, job).catch(() => {});
  }
  context.list.notify();
}

async function claimEarly(context: UploadContext, job: UploadJob): Promise<void> {
  const batch = batchOf(context, job.id);
  const folderId = await batch.openFolder(job.rootId, job.folders);
  await batch.namesIn(folderId);
  if (context.list.find(job.id)?.state.kind !== "waiting") return;
  await claimName(context, job.id, folderId);
}

/** The name a file gets among those taken; a file cannot replace a folder. */
export function resolveName(name: string, names: Names, choice: ConflictChoice | null) {
  const taken = names.get(name);
  if (!taken) return { type: "named", name, replaces: null } as const;
  if (!choice || (choice === "replace" && taken.isFolder)) {
    return { type: "conflicted", takenByFolder: taken.isFolder } as const;
  }
  if (choice === "skip") return { type: "skipped" } as const;
  if (choice === "replace") return { type: "named", name, replaces: taken.id } as const;
  const free = freeName(name, (one) => names.has(one));
  return { type: "named", name: free, replaces: null } as const;
}

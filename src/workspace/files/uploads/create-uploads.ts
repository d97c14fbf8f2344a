import { newId } from "../../../lib/new-id.ts";
import type { Picked } from "./picked-files.ts";
import { claimNames, runUploads } from "./run-uploads.ts";
import {
  createBatch,
  createUploadList,
  forgetUpload,
  removeUpload,
  type UploadContext,
  type UploadDeps,
  type Uploads,
} from "./upload-context.ts";
import {
  type ConflictChoice,
  isFileOf,
  isLarge,
  newJob,
  restoredJob,
  type UploadJob,
} from "./upload-machine.ts";

/**
 * Uploads files; independent of the UI. `upload-machine.ts` has the states of one upload,
 * `upload-context.ts` the list that screens subscribe to, `run-uploads.ts` performs the uploads.
 */
export function createUploads(deps: UploadDeps): Uploads {
  const stop = new AbortController();
  const context = createContext(deps, stop.signal);
  const { list, running } = context;
  const apply = (change: () => void) => {
    change();
    list.notify();
    runUploads(context);
  };

  void restoreUploads(context).then((restored) => restored && apply(() => {}));

  return {
    get: list.get,
    subscribe: list.subscribe,
    add(picked, folderId) {
      let added: string[] = [];
      apply(() => {
        added = addUploads(context, picked, folderId);
      });
      void claimNames(context, added);
    },
    answer: (id, choice, forAll) => apply(() => answerConflict(context, id, choice, forAll)),
    cancel(id) {
      const job = list.find(id);
      if (job) apply(() => removeUpload(context, job));
    },
    retry: (id) => apply(() => list.dispatch(id, { type: "retried" })),
    resume(id, file) {
      const job = list.find(id);
      if (!job || !isFileOf(job, file)) return false;
      apply(() => list.dispatch(id, { type: "file-chosen", file }));
      return true;
    },
    reconnect: () =>
      apply(() => {
        for (const { id } of list.all()) list.dispatch(id, { type: "reconnected" });
      }),
    clear() {
      for (const { id, state } of list.all()) if (state.kind === "done") forgetUpload(context, id);
      list.notify();
    },
    stop() {
      stop.abort();
      for (const controller of running.values()) controller.abort();
      list.clear();
      list.notify();
    },
  };
}

function createContext(deps: UploadDeps, stopped: AbortSignal): UploadContext {
  return {
    isOnline: () => navigator.onLine,
    ...deps,
    list: createUploadList(),
    batches: new Map(),
    running: new Map(),
    stopped,
  };
}

function answerConflict(
  context: UploadContext,
  id: string,
  choice: ConflictChoice,
  forAll: boolean,
): void {
  const { list, batches } = context;
  const batch = batches.get(id);
  if (forAll && batch) batch.choice = choice;
  const isMeant = (job: UploadJob) => job.id === id || (forAll && batches.get(job.id) === batch);
  for (const job of list.all()) {
    if (!isMeant(job) || !canAnswer(job, choice)) continue;
    if (choice === "skip") removeUpload(context, job);
    else list.dispatch(job.id, { type: "answered", choice });
  }
}

/** A file cannot replace a folder, whatever was chosen for the others. */
function canAnswer({ state }: UploadJob, choice: ConflictChoice): boolean {
  return state.kind === "asking" && !(choice === "replace" && state.takenByFolder);
}

/** Lists files as one batch, except those that resume an earlier upload. @returns the new ids. */
function addUploads(
  context: UploadContext,
  picked: readonly Picked[],
  folderId: string | null,
): string[] {
  const { backend, batches, list, onStored, store } = context;
  const batch = createBatch(backend, onStored);
  const added: string[] = [];
  for (const one of picked) {
    if (resumeEarlier(context, one, folderId)) continue;
    const job = newJob(newId(), one, folderId);
    list.add(job);
    batches.set(job.id, batch);
    added.push(job.id);
    if (isLarge(job)) void store.save(job).catch(() => {});
  }
  return added;
}

/** Lists the unfinished uploads of earlier visits. @returns whether there were any. */
async function restoreUploads({ list, store, stopped }: UploadContext): Promise<boolean> {
  const jobs = await store.list().catch(() => []);
  if (stopped.aborted) return false;
  for (const job of jobs) if (!list.find(job.id)) list.add(restoredJob(job));
  return jobs.length > 0;
}

/** Resumes an earlier visit's upload when its file is chosen again for the same place. */
function resumeEarlier(
  { list }: UploadContext,
  { file, folders }: Picked,
  folderId: string | null,
): boolean {
  if (!file) return false;
  for (const job of list.all()) {
    const same =
      job.state.kind === "file-needed" &&
      job.name === file.name &&
      isFileOf(job, file) &&
      job.rootId === folderId &&
      job.folders.join("/") === folders.join("/");
    if (!same) continue;
    list.dispatch(job.id, { type: "file-chosen", file });
    return true;
  }
  return false;
}

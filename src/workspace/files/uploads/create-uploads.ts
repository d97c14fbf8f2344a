import { addUploads, restoreUploads } from "./add-uploads.ts";
import { claimNames } from "./claim-name.ts";
import { runUploads } from "./run-uploads.ts";
import { forgetUpload, removeUpload, type UploadContext } from "./upload-context.ts";
import { type ConflictChoice, isFileOf, type UploadJob } from "./upload-job.ts";
import { createUploadList } from "./upload-list.ts";
import type { UploadDeps, Uploads } from "./uploads.ts";

/**
 * Uploads files; independent of the UI. `upload-machine.ts` has the states of one upload,
 * `upload-list.ts` the list that screens subscribe to, `run-uploads.ts` performs the uploads.
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

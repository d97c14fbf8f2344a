import { messageOf } from "../../../lib/errors.ts";
import { newId } from "../../../lib/new-id.ts";
import { freeName } from "../file-names.ts";
import { type Batch, createBatch } from "./batch.ts";
import { createJobList } from "./job-list.ts";
import { throughBreaks } from "./through-breaks.ts";
import { ConnectionLost, NameTaken } from "./upload-backend.ts";
import { type ConflictChoice, isFileOf, isLarge, newJob, type UploadJob } from "./upload-job.ts";
import type { UploadSurroundings, Uploads } from "./uploads.ts";

const PARALLEL = 3;

/** Uploads files, three at a time; independent of the UI. */
export function createUploads(surroundings: UploadSurroundings): Uploads {
  const { backend, store, onStored, isOnline = () => navigator.onLine } = surroundings;
  const jobs = createJobList();
  const { change, tell, tellSoon } = jobs;
  const batches = new Map<string, Batch>();
  const choices = new Map<string, ConflictChoice>();
  const running = new Map<string, AbortController>();
  let stopped = false;

  void restore();

  return {
    get: jobs.snapshot,
    subscribe: jobs.subscribe,
    add(picked, folderId) {
      const batch = createBatch(backend, onStored);
      const added: string[] = [];
      for (const one of picked) {
        if (one.file && resumed(one.file, folderId, one.folders)) continue;
        const job = newJob(newId(), one, folderId);
        jobs.set(job.id, job);
        batches.set(job.id, batch);
        added.push(job.id);
        if (isLarge(job)) void store.save(job).catch(() => {});
      }
      tell();
      pump();
      void claimNames(added);
    },
    answer(id, choice, forAll) {
      const batch = batches.get(id);
      if (forAll && batch) batch.choice = choice;
      for (const job of jobs.values()) {
        if (job.state.kind !== "asking") continue;
        const meant = job.id === id || (forAll && batches.get(job.id) === batch);
        // A file cannot replace a folder, whatever was chosen for the others.
        if (!meant || (choice === "replace" && job.state.takenByFolder)) continue;
        if (choice === "skip") drop(job);
        else {
          choices.set(job.id, choice);
          change(job.id, { state: { kind: "waiting" } });
        }
      }
      tell();
      pump();
    },
    cancel(id) {
      const job = jobs.get(id);
      if (!job) return;
      drop(job);
      tell();
      pump();
    },
    retry(id) {
      if (jobs.get(id)?.state.kind !== "failed") return;
      change(id, { state: { kind: "waiting" } });
      tell();
      pump();
    },
    goOn(id, file) {
      const job = jobs.get(id);
      if (!job || !isFileOf(job, file)) return false;
      change(id, { file, state: { kind: "waiting" } });
      tell();
      pump();
      return true;
    },
    goOnline() {
      for (const { id, state } of jobs.values()) {
        if (state.kind === "held") change(id, { state: { kind: "waiting" } });
      }
      tell();
      pump();
    },
    clear() {
      for (const job of jobs.values()) if (job.state.kind === "done") forget(job.id);
      tell();
    },
    stop() {
      stopped = true;
      for (const controller of running.values()) controller.abort();
      jobs.clear();
      tell();
    },
  };

  async function restore(): Promise<void> {
    const kept = await store.list().catch(() => []);
    if (stopped) return;
    for (const job of kept) {
      const state = { kind: job.file ? "waiting" : "file-needed" } as const;
      if (!jobs.has(job.id)) jobs.set(job.id, { ...job, state });
    }
    if (kept.length === 0) return;
    tell();
    pump();
  }

  /** Resumes an earlier visit's upload when its file is chosen again for the same place. */
  function resumed(file: File, folderId: string | null, folders: readonly string[]): boolean {
    for (const job of jobs.values()) {
      const same =
        job.state.kind === "file-needed" &&
        job.name === file.name &&
        isFileOf(job, file) &&
        job.rootId === folderId &&
        job.folders.join("/") === folders.join("/");
      if (!same) continue;
      change(job.id, { file, state: { kind: "waiting" } });
      return true;
    }
    return false;
  }

  function pump(): void {
    if (stopped) return;
    for (const job of jobs.values()) {
      if (running.size >= PARALLEL) return;
      if (job.state.kind === "waiting" && !running.has(job.id)) void run(job.id);
    }
  }

  /** Asks about conflicts at once, not at a file's turn. Failures here occur again at its turn. */
  async function claimNames(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const job = jobs.get(id);
      if (!job?.file || stopped) continue;
      await batchOf(id)
        .openFolder(job.rootId, job.folders)
        .then(async (folderId) => {
          await batchOf(id).namesIn(folderId);
          if (jobs.get(id)?.state.kind === "waiting") await claimName(id, folderId);
        })
        .catch(() => {});
    }
    tell();
  }

  async function run(id: string): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    change(id, { state: { kind: "sending" } });
    tell();
    try {
      await upload(id, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) fail(id, error);
    } finally {
      running.delete(id);
      tell();
      pump();
    }
  }

  /** Every completed step is stored in the job, so that a retry starts where it failed. */
  async function upload(id: string, signal: AbortSignal): Promise<void> {
    const { rootId, folders, file } = jobs.require(id);
    const folderId = await batchOf(id).openFolder(rootId, folders);
    if (!file) return settle(id);
    if (!jobs.require(id).named && !(await claimName(id, folderId))) return;
    signal.throwIfAborted();
    if (!(await reserve(id, folderId))) return settle(id);
    signal.throwIfAborted();
    const { path, stored } = jobs.require(id);
    if (!path) throw new Error("Nothing was reserved.");
    if (!stored) {
      await throughBreaks(signal, isOnline, () =>
        backend.send(jobs.require(id), path, sendOptions(id, signal)),
      );
      change(id, { stored: true, sent: jobs.require(id).size });
    }
    await throughBreaks(signal, isOnline, () => backend.finish(jobs.require(id), path, folderId));
    settle(id);
  }

  /** False when nothing is left to do: only the last response of an earlier attempt was lost. */
  async function reserve(id: string, folderId: string | null): Promise<boolean> {
    const { path } = jobs.require(id);
    if (path && (await backend.extend(path))) return true;
    if (path && (await backend.isFinished(path))) return false;
    change(id, { path: null, resumeUrl: null, stored: false, sent: 0 });
    change(id, { path: await backend.reserve(jobs.require(id), folderId) });
    return true;
  }

  function sendOptions(id: string, signal: AbortSignal) {
    return {
      signal,
      onProgress: (sent: number) => {
        change(id, { sent });
        tellSoon();
      },
      onResumable: (resumeUrl: string) => {
        change(id, { resumeUrl });
        void store.save(jobs.require(id)).catch(() => {});
      },
    };
  }

  /** Settles the job's name. False when the user must choose, or there is nothing to do. */
  async function claimName(id: string, folderId: string | null): Promise<boolean> {
    const names = await batchOf(id).namesIn(folderId);
    const job = jobs.require(id);
    if (job.named) return true;
    const taken = names.get(job.name);
    const choice = choices.get(id) ?? batchOf(id).choice;
    if (taken && (!choice || (choice === "replace" && taken.isFolder))) {
      change(id, { state: { kind: "asking", takenByFolder: taken.isFolder } });
      return false;
    }
    if (taken && choice === "skip") {
      drop(job);
      return false;
    }
    const replaces = taken && choice === "replace" ? taken.id : null;
    const name = replaces ? job.name : freeName(job.name, (one) => names.has(one));
    if (!replaces) names.set(name, { id, isFolder: false });
    change(id, { name, replaces, named: true });
    return true;
  }

  function batchOf(id: string): Batch {
    const batch = batches.get(id) ?? createBatch(backend, onStored);
    batches.set(id, batch);
    return batch;
  }

  function fail(id: string, error: unknown): void {
    if (!jobs.has(id)) return;
    if (error instanceof NameTaken) {
      // The name was taken meanwhile: look it up again and ask.
      batchOf(id).forgetNames();
      choices.delete(id);
      change(id, { state: { kind: "waiting" }, named: false, replaces: null });
    } else if (error instanceof ConnectionLost && !isOnline()) {
      change(id, { state: { kind: "held" } });
    } else {
      change(id, { state: { kind: "failed", message: messageOf(error) } });
    }
  }

  function settle(id: string): void {
    change(id, { state: { kind: "done" }, file: null, sent: jobs.require(id).size });
    void store.remove(id).catch(() => {});
    onStored();
  }

  function drop(job: UploadJob): void {
    running.get(job.id)?.abort();
    forget(job.id);
    void store.remove(job.id).catch(() => {});
    if (job.path && job.state.kind !== "done") void backend.discard(job, job.path).catch(() => {});
  }

  function forget(id: string): void {
    jobs.delete(id);
    batches.delete(id);
    choices.delete(id);
  }
}

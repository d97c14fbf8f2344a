import { messageOf } from "../../../lib/errors.ts";
import { newId } from "../../../lib/new-id.ts";
import { Batches, createBatch, resolveName } from "./batch.ts";
import type { Picked } from "./picked-files.ts";
import type { UnfinishedStore } from "./unfinished-store.ts";
import {
  ConnectionLost,
  NameTaken,
  retryOnDisconnect,
  type UploadBackend,
} from "./upload-backend.ts";
import { nextUploads, UploadList } from "./upload-list.ts";
import {
  type ConflictChoice,
  canAnswer,
  isAwaited,
  isFileOf,
  isLarge,
  isUnfinished,
  newJob,
  restoredJob,
  type UploadJob,
} from "./upload-machine.ts";

interface Deps {
  backend: UploadBackend;
  store: UnfinishedStore;
  /** Called for every file and folder added to the drive; `isLast` if no upload is unfinished. */
  onStored: (isLast: boolean) => void;
  isOnline: () => boolean;
}

/** Uploads to the drive, across screens. `upload-machine.ts` defines their states. */
export class Uploads {
  readonly #deps: Deps;
  readonly #jobs = new UploadList();
  readonly #batches: Batches;
  /** Uploads in progress, by id. */
  readonly #running = new Map<string, AbortController>();
  #stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#batches = new Batches(() => createBatch(deps.backend, () => deps.onStored(false)));
    void this.#restore();
  }

  /** Returns the same array until something changes. */
  get = this.#jobs.snapshot;
  subscribe = this.#jobs.subscribe;

  /** Adds files as one batch, except those that resume an earlier upload. */
  add(picked: readonly Picked[], folderId: string | null): void {
    const batch = this.#batches.create();
    const added: string[] = [];
    for (const one of picked) {
      if (this.#resumeEarlier(one, folderId)) continue;
      const job = newJob(newId(), one, folderId);
      this.#jobs.set(job.id, job);
      this.#batches.set(job.id, batch);
      added.push(job.id);
      if (isLarge(job)) this.#save(job);
    }
    this.#proceed();
    void this.#claimNames(added);
  }

  /** Resolves a name conflict; `forAll` applies to the rest of its batch. */
  answer(id: string, choice: ConflictChoice, forAll: boolean): void {
    const batch = this.#batches.get(id);
    if (forAll && batch) batch.choice = choice;
    for (const job of this.#jobs.values()) {
      const isMeant = job.id === id || (forAll && this.#batches.get(job.id) === batch);
      if (!isMeant || !canAnswer(job, choice)) continue;
      if (choice === "skip") this.#remove(job);
      else this.#jobs.dispatch(job.id, { type: "answered", choice });
    }
    this.#proceed();
  }

  cancel(id: string): void {
    const job = this.#jobs.get(id);
    if (job) this.#remove(job);
    this.#proceed();
  }

  retry(id: string): void {
    this.#jobs.dispatch(id, { type: "retried" });
    this.#proceed();
  }

  /**
   * Resumes an upload of an earlier visit.
   * @returns false when it is another file.
   */
  resume(id: string, file: File): boolean {
    const job = this.#jobs.get(id);
    if (!job || !isFileOf(job, file)) return false;
    this.#jobs.dispatch(id, { type: "file-chosen", file });
    this.#proceed();
    return true;
  }

  /** To be called when the connection is back. */
  reconnect = (): void => {
    for (const id of this.#jobs.keys()) this.#jobs.dispatch(id, { type: "reconnected" });
    this.#proceed();
  };

  /** Removes finished uploads from the list. */
  clear(): void {
    for (const { id, state } of this.#jobs.values()) if (state.kind === "done") this.#forget(id);
    this.#jobs.notify();
  }

  /** Stops every upload; resumable ones are stored for the next visit. */
  stop(): void {
    this.#stopped = true;
    for (const controller of this.#running.values()) controller.abort();
    this.#jobs.clear();
    this.#jobs.notify();
  }

  /** Lists the unfinished uploads of earlier visits. */
  async #restore(): Promise<void> {
    const jobs = await this.#deps.store.list().catch(() => []);
    if (this.#stopped || jobs.length === 0) return;
    for (const job of jobs) if (!this.#jobs.has(job.id)) this.#jobs.set(job.id, restoredJob(job));
    this.#proceed();
  }

  /** Resumes an earlier visit's upload when its file is chosen again for the same place. */
  #resumeEarlier({ file, folders }: Picked, folderId: string | null): boolean {
    if (!file) return false;
    const earlier = [...this.#jobs.values()].find(
      (job) => isAwaited(job, file.name, folders, folderId) && isFileOf(job, file),
    );
    if (earlier) this.#jobs.dispatch(earlier.id, { type: "file-chosen", file });
    return earlier !== undefined;
  }

  /** Shows the user's own actions at once, then starts uploads. */
  #proceed(): void {
    this.#jobs.notify();
    this.#startWaiting();
  }

  /** Starts waiting uploads up to the maximum number in progress. */
  #startWaiting(): void {
    if (this.#stopped) return;
    const { backend } = this.#deps;
    const next = nextUploads([...this.#jobs.values()], this.#running, backend);
    for (const { id } of next) void this.#run(id);
  }

  async #run(id: string): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    this.#jobs.dispatch(id, { type: "started" });
    try {
      await this.#upload(id, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(id, error);
    } finally {
      this.#running.delete(id);
      this.#jobs.notifySoon();
      this.#startWaiting();
    }
  }

  /** Every completed step is stored in the job, so that a retry starts where it failed. */
  async #upload(id: string, signal: AbortSignal): Promise<void> {
    const { rootId, folders, file } = this.#jobs.require(id);
    const folderId = await this.#batches.of(id).openFolder(rootId, folders);
    if (!file) return this.#complete(id);
    if (!(await this.#claimName(id, folderId))) return;
    signal.throwIfAborted();
    const path = await this.#reserve(id, folderId);
    if (path === null) return this.#complete(id);
    signal.throwIfAborted();
    const { backend, isOnline } = this.#deps;
    const retry = (step: () => Promise<void>) => retryOnDisconnect(signal, isOnline, step);
    if (!this.#jobs.require(id).stored) {
      await retry(() => this.#send(id, path, signal));
      this.#jobs.dispatch(id, { type: "stored" });
    }
    await retry(() => backend.finish(this.#jobs.require(id), path, folderId));
    this.#complete(id);
  }

  /**
   * Claims an upload's name in its folder.
   * @returns false when the user must choose, or chose to skip the file.
   */
  async #claimName(id: string, folderId: string | null): Promise<boolean> {
    if (this.#jobs.require(id).named) return true;
    const batch = this.#batches.of(id);
    const names = await batch.namesIn(folderId);
    const job = this.#jobs.require(id);
    // Claimed already, because names are looked up when files are added and at their start.
    if (job.named) return true;
    const outcome = resolveName(job.name, names, job.choice ?? batch.choice);
    if (outcome.type === "skipped") {
      this.#remove(job);
      return false;
    }
    this.#jobs.dispatch(id, outcome);
    if (outcome.type === "conflicted") return false;
    if (!outcome.replaces) names.set(outcome.name, { id, isFolder: false });
    return true;
  }

  /**
   * Asks about conflicts when files are added, not only when their upload starts. Failures are
   * ignored here, because the start repeats the lookup.
   */
  async #claimNames(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const job = this.#jobs.get(id);
      if (job?.file && !this.#stopped) await this.#claimEarly(job).catch(() => {});
    }
    this.#jobs.notify();
  }

  async #claimEarly({ id, rootId, folders }: UploadJob): Promise<void> {
    const batch = this.#batches.of(id);
    const folderId = await batch.openFolder(rootId, folders);
    await batch.namesIn(folderId);
    if (this.#jobs.get(id)?.state.kind === "waiting") await this.#claimName(id, folderId);
  }

  /** The reserved path; null when only the last response of an earlier attempt was lost. */
  async #reserve(id: string, folderId: string | null): Promise<string | null> {
    const { backend } = this.#deps;
    const earlier = this.#jobs.require(id).path;
    if (earlier && (await backend.extend(earlier))) return earlier;
    if (earlier && (await backend.isFinished(earlier))) return null;
    this.#jobs.dispatch(id, { type: "unreserved" });
    const job = this.#jobs.require(id);
    const path = await backend.reserve(job, folderId);
    // The upload was canceled in the meantime.
    if (!this.#jobs.has(id)) void backend.discard(job, path).catch(() => {});
    this.#jobs.dispatch(id, { type: "reserved", path });
    return path;
  }

  #send(id: string, path: string, signal: AbortSignal): Promise<void> {
    return this.#deps.backend.send(this.#jobs.require(id), path, {
      signal,
      onProgress: (sent) => {
        this.#jobs.dispatch(id, { type: "progressed", sent });
        this.#jobs.notifySoon();
      },
      onResumable: (resumeUrl) => {
        this.#jobs.dispatch(id, { type: "resumable", resumeUrl });
        this.#save(this.#jobs.require(id));
      },
    });
  }

  #complete(id: string): void {
    const job = this.#jobs.require(id);
    this.#jobs.dispatch(id, { type: "completed" });
    // Other uploads were never stored.
    if (isLarge(job) || job.resumeUrl) void this.#deps.store.remove(id).catch(() => {});
    this.#deps.onStored(![...this.#jobs.values()].some(isUnfinished));
  }

  #fail(id: string, error: unknown): void {
    if (error instanceof NameTaken) {
      // The next lookup finds the conflict, and the user is asked.
      this.#batches.get(id)?.forgetNames();
      this.#jobs.dispatch(id, { type: "name-lost" });
    } else if (error instanceof ConnectionLost && !this.#deps.isOnline()) {
      this.#jobs.dispatch(id, { type: "disconnected" });
    } else {
      this.#jobs.dispatch(id, { type: "failed", message: messageOf(error) });
    }
  }

  /** Ends an upload and deletes its data on this device and on the backend. */
  #remove(job: UploadJob): void {
    const { store, backend } = this.#deps;
    this.#running.get(job.id)?.abort();
    this.#forget(job.id);
    void store.remove(job.id).catch(() => {});
    if (job.path && job.state.kind !== "done") void backend.discard(job, job.path).catch(() => {});
  }

  #forget(id: string): void {
    this.#jobs.delete(id);
    this.#batches.delete(id);
  }

  #save(job: UploadJob): void {
    void this.#deps.store.save(job).catch(() => {});
  }
}

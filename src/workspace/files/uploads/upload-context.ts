import { createObservable } from "../../../lib/observable.ts";
import type { Picked } from "./picked-files.ts";
import type { Names, UnfinishedStore, UploadBackend } from "./upload-backend.ts";
import {
  type ConflictChoice,
  reduceUpload,
  type UploadEvent,
  type UploadJob,
} from "./upload-machine.ts";

/** All uploads to the drive, across screens. */
export interface Uploads {
  /** The same array until something changes. */
  get(): readonly UploadJob[];
  subscribe(listener: () => void): () => void;
  add(picked: readonly Picked[], folderId: string | null): void;
  /** Resolves a name conflict; `forAll` applies to the rest of its batch. */
  answer(id: string, choice: ConflictChoice, forAll: boolean): void;
  cancel(id: string): void;
  retry(id: string): void;
  /** Resumes an upload of an earlier visit. False when it is not the same file. */
  resume(id: string, file: File): boolean;
  /** Call when the connection is back. */
  reconnect(): void;
  /** Removes finished uploads from the list. */
  clear(): void;
  /** Stops every upload; resumable ones are stored for the next visit. */
  stop(): void;
}

export interface UploadDeps {
  backend: UploadBackend;
  store: UnfinishedStore;
  /** Called for every file and folder added to the drive. */
  onStored: () => void;
  isOnline?: () => boolean;
}

/** What the parts that run uploads share. */
export interface UploadContext extends Required<UploadDeps> {
  list: UploadList;
  /** By upload. */
  batches: Map<string, Batch>;
  /** Uploads in progress, by id. */
  running: Map<string, AbortController>;
  stopped: AbortSignal;
}

/** An upload of an earlier visit becomes a batch of its own. */
export function batchOf({ batches, backend, onStored }: UploadContext, id: string): Batch {
  const batch = batches.get(id) ?? createBatch(backend, onStored);
  batches.set(id, batch);
  return batch;
}

/** Ends an upload and deletes what it has stored, here and on the backend. */
export function removeUpload(context: UploadContext, job: UploadJob): void {
  const { running, store, backend } = context;
  running.get(job.id)?.abort();
  forgetUpload(context, job.id);
  void store.remove(job.id).catch(() => {});
  if (job.path && job.state.kind !== "done") void backend.discard(job, job.path).catch(() => {});
}

/** Removes an upload from the list only. */
export function forgetUpload({ list, batches }: UploadContext, id: string): void {
  list.delete(id);
  batches.delete(id);
}

/** Files added together, with the conflict choice and the folder lookups they share. */
interface Batch {
  /** The choice for all name conflicts; null while each is asked about. */
  choice: ConflictChoice | null;
  /** The id of the folder at this path; creates missing folders. */
  openFolder(rootId: string | null, folders: readonly string[]): Promise<string | null>;
  /** The names in a folder, including those just assigned. */
  namesIn(folderId: string | null): Promise<Names>;
  /** Clears the cached names. */
  forgetNames(): void;
}

/** @param onFolder called for every folder on the path. */
export function createBatch(
  backend: Pick<UploadBackend, "openFolder" | "listNames">,
  onFolder: () => void,
): Batch {
  const folders = new Map<string, Promise<string | null>>();
  const names = new Map<string | null, Promise<Names>>();
  return {
    choice: null,
    openFolder(rootId, path) {
      let folder: Promise<string | null> = Promise.resolve(rootId);
      for (const [index, name] of path.entries()) {
        const above = folder;
        const key = JSON.stringify([rootId, ...path.slice(0, index + 1)]);
        folder = remembered(folders, key, async () => {
          const id = await backend.openFolder(await above, name);
          onFolder();
          return id;
        });
      }
      return folder;
    },
    namesIn: (folderId) => remembered(names, folderId, () => backend.listNames(folderId)),
    forgetNames: () => names.clear(),
  };
}

/** Caches lookups; failures are not cached. */
function remembered<Key, Value>(
  known: Map<Key, Promise<Value>>,
  key: Key,
  find: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key) ?? find();
  known.set(key, found);
  found.catch(() => {
    if (known.get(key) === found) known.delete(key);
  });
  return found;
}

/** Interval of progress notifications. */
const NOTIFY_EVERY_MS = 100;

/** The uploads in the order they were added, with their subscribers. */
interface UploadList {
  /** The same array until the next notification. */
  get(): readonly UploadJob[];
  subscribe(listener: () => void): () => void;
  all(): Iterable<UploadJob>;
  find(id: string): UploadJob | undefined;
  /** @throws {DOMException} AbortError when the upload no longer exists. */
  require(id: string): UploadJob;
  add(job: UploadJob): void;
  /** Does nothing when the upload no longer exists. Subscribers are notified separately. */
  dispatch(id: string, event: UploadEvent): void;
  delete(id: string): void;
  clear(): void;
  notify(): void;
  /** Notifies subscribers, batched with other changes. */
  notifySoon(): void;
}

export function createUploadList(): UploadList {
  const jobs = new Map<string, UploadJob>();
  const snapshot = createObservable<readonly UploadJob[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = () => {
    clearTimeout(timer);
    timer = undefined;
    snapshot.set([...jobs.values()]);
  };
  return {
    get: snapshot.get,
    subscribe: snapshot.subscribe,
    all: () => jobs.values(),
    find: (id) => jobs.get(id),
    require(id) {
      const job = jobs.get(id);
      if (!job) throw new DOMException("Canceled.", "AbortError");
      return job;
    },
    add: (job) => void jobs.set(job.id, job),
    dispatch(id, event) {
      const job = jobs.get(id);
      if (job) jobs.set(id, reduceUpload(job, event));
    },
    delete: (id) => void jobs.delete(id),
    clear: () => jobs.clear(),
    notify,
    notifySoon() {
      timer ??= setTimeout(notify, NOTIFY_EVERY_MS);
    },
  };
}

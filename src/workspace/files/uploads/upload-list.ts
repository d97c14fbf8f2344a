import { createObservable } from "../../../lib/observable.ts";
import type { UploadJob } from "./upload-job.ts";
import { reduceUpload, type UploadEvent } from "./upload-machine.ts";

/** Interval of progress notifications. */
const NOTIFY_EVERY_MS = 100;

/** The uploads in the order they were added, with their subscribers. */
export interface UploadList {
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

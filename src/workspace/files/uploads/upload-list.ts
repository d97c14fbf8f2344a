import { SMALL_FILES_AT_ONCE } from "../../../../shared/limits.ts";
import { createObservable } from "../../../lib/observable.ts";
import type { UploadBackend } from "./upload-backend.ts";
import { isLarge, reduceUpload, type UploadEvent, type UploadJob } from "./upload-machine.ts";

/** Interval of progress notifications, in milliseconds. */
const NOTIFY_EVERY_MS = 100;

/** The uploads in the order they were added, with their subscribers. */
export class UploadList extends Map<string, UploadJob> {
  readonly #snapshot = createObservable<readonly UploadJob[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns the same array until the next notification. */
  snapshot = this.#snapshot.get;
  subscribe = this.#snapshot.subscribe;

  /** @throws {DOMException} AbortError when the upload no longer exists. */
  require(id: string): UploadJob {
    const job = this.get(id);
    if (!job) throw new DOMException("Canceled.", "AbortError");
    return job;
  }

  /** Does nothing when the upload no longer exists. Subscribers are notified separately. */
  dispatch(id: string, event: UploadEvent): void {
    const job = this.get(id);
    if (job) this.set(id, reduceUpload(job, event));
  }

  notify = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#snapshot.set([...this.values()]);
  };

  /** Notifies subscribers, batched with other changes. */
  notifySoon(): void {
    this.#timer ??= setTimeout(this.notify, NOTIFY_EVERY_MS);
  }
}

/**
 * Maximum number of files in progress. For small files it exceeds the browser's number of
 * connections, so that their other requests are grouped. For batched files, some are reserved and
 * some get their entries while others are sent.
 */
const AT_ONCE = { large: 3, small: 24, batched: 3 * SMALL_FILES_AT_ONCE };

/** The waiting uploads that may start now, in order. */
export function nextUploads(
  jobs: readonly UploadJob[],
  running: { has(id: string): boolean },
  { isBatched }: Pick<UploadBackend, "isBatched">,
): UploadJob[] {
  const free = { ...AT_ONCE };
  const classOf = (job: UploadJob) =>
    isLarge(job) ? "large" : isBatched(job) ? "batched" : "small";
  for (const job of jobs) if (running.has(job.id)) free[classOf(job)] -= 1;
  return jobs.filter((job) => {
    if (job.state.kind !== "waiting" || running.has(job.id)) return false;
    free[classOf(job)] -= 1;
    return free[classOf(job)] >= 0;
  });
}

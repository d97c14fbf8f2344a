import { createObservable } from "../../../lib/observable.ts";
import { reduceUpload, type UploadEvent, type UploadJob } from "./upload-machine.ts";

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

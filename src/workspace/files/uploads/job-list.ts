import type { UploadJob } from "./upload-job.ts";

/** Interval of progress notifications. */
const TELL_EVERY_MS = 100;

/** The jobs in the order they were added, with their subscribers. */
export interface JobList extends Map<string, UploadJob> {
  /** The same array until the next notification. */
  snapshot(): readonly UploadJob[];
  subscribe(listener: () => void): () => void;
  /** @throws {DOMException} AbortError when the job no longer exists. */
  require(id: string): UploadJob;
  /** Replaces a job with a changed copy; does nothing when it no longer exists. */
  change(id: string, part: Partial<UploadJob>): void;
  tell(): void;
  /** Notifies subscribers, batched with other changes. */
  tellSoon(): void;
}

export function createJobList(): JobList {
  const jobs = new Map<string, UploadJob>();
  const listeners = new Set<() => void>();
  let snapshot: readonly UploadJob[] = [];
  let telling: ReturnType<typeof setTimeout> | undefined;

  return Object.assign(jobs, {
    snapshot: () => snapshot,
    subscribe,
    require,
    change,
    tell,
    tellSoon,
  });

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function require(id: string): UploadJob {
    const job = jobs.get(id);
    if (!job) throw new DOMException("Cancelled.", "AbortError");
    return job;
  }

  function change(id: string, part: Partial<UploadJob>): void {
    const job = jobs.get(id);
    if (job) jobs.set(id, { ...job, ...part });
  }

  function tellSoon(): void {
    telling ??= setTimeout(tell, TELL_EVERY_MS);
  }

  function tell(): void {
    clearTimeout(telling);
    telling = undefined;
    snapshot = [...jobs.values()];
    for (const listener of listeners) listener();
  }
}

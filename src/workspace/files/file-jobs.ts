import { messageOf } from "../../lib/errors.ts";
import { newId } from "../../lib/new-id.ts";
import { createObservable } from "../../lib/observable.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { askBeforeSignOut, beforeSignOut } from "../shell/unfinished-work.ts";

/** An archive being created, or files being copied. */
export interface FileJob {
  id: string;
  kind: "download" | "copy";
  name: string;
  done: number;
  /** Bytes; 0 until known. */
  size: number;
  /** Why it failed, or which files are missing; otherwise empty. */
  failure: string;
  /** Whether it was canceled and removes what it has done. */
  isCanceling: boolean;
}

/** Passed to the job: a signal that cancels it, and a callback for progress in bytes. */
export interface JobOptions {
  signal: AbortSignal;
  onProgress: (done: number, size: number) => void;
}

const jobs = new Map<string, FileJob>();
const running = new Map<string, { controller: AbortController; settled: Promise<void> }>();
const snapshot = createObservable<readonly FileJob[]>([]);

const LEAVE_QUESTION = "Files are still being copied. Log out and cancel it?";

askBeforeSignOut(() => {
  const copies = [...jobs.values()].some(({ id, kind }) => kind === "copy" && running.has(id));
  return !copies || askToConfirm(LEAVE_QUESTION);
});
beforeSignOut(async () => {
  const settled = [...running.values()].map((job) => job.settled);
  for (const id of [...running.keys()]) fileJobs.cancel(id);
  removeEventListener("beforeunload", warn);
  await Promise.all(settled);
});

export const fileJobs = {
  get: snapshot.get,
  subscribe: snapshot.subscribe,
  /**
   * Shows a job while it runs, and its failure until it is dismissed.
   * @param run returns a sentence about what is missing, or an empty text.
   */
  start(
    kind: FileJob["kind"],
    name: string,
    run: (options: JobOptions) => Promise<string>,
  ): Promise<void> {
    const id = newId();
    const controller = new AbortController();
    addEventListener("beforeunload", warn);
    set({ id, kind, name, done: 0, size: 0, failure: "", isCanceling: false });
    const settled = Promise.resolve().then(() => settle(id, controller.signal, run));
    running.set(id, { controller, settled });
    return settled;
  },
  /** Cancels a job, or dismisses a failed one. */
  cancel(id: string): void {
    const job = jobs.get(id);
    const run = running.get(id);
    run?.controller.abort();
    if (job?.kind === "copy" && run) set({ ...job, isCanceling: true });
    else remove(id);
  },
};

async function settle(
  id: string,
  signal: AbortSignal,
  run: (options: JobOptions) => Promise<string>,
): Promise<void> {
  const update = (change: Partial<FileJob>) => {
    const job = jobs.get(id);
    if (job) set({ ...job, ...change });
  };
  try {
    const failure = await run({ signal, onProgress: (done, size) => update({ done, size }) });
    if (failure) update({ failure });
    else remove(id);
  } catch (error) {
    const { name } = error as Error;
    if (name === "AbortError") remove(id);
    else update({ failure: messageOf(error), isCanceling: false });
  } finally {
    running.delete(id);
    if (running.size === 0) removeEventListener("beforeunload", warn);
  }
}

/** Closing the page loses the archive, or cancels the copy. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function set(job: FileJob): void {
  jobs.set(job.id, job);
  notify();
}

function remove(id: string): void {
  jobs.delete(id);
  notify();
}

function notify(): void {
  snapshot.set([...jobs.values()]);
}

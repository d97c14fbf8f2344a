import { messageOf } from "../../../lib/errors.ts";
import { newId } from "../../../lib/new-id.ts";
import { createObservable } from "../../../lib/observable.ts";
import { beforeSignOut } from "../../shell/unfinished-work.ts";

/** An archive being created. */
export interface ZipDownload {
  id: string;
  name: string;
  read: number;
  size: number;
  /** Why it failed, or which files are missing; otherwise empty. */
  failure: string;
}

/**
 * Passed to the packing function: a signal that cancels it, and a callback for progress in bytes.
 */
export interface PackOptions {
  signal: AbortSignal;
  onProgress: (read: number, size: number) => void;
}

const downloads = new Map<string, ZipDownload>();
const running = new Map<string, AbortController>();
const snapshot = createObservable<readonly ZipDownload[]>([]);

beforeSignOut(async () => {
  for (const id of [...running.keys()]) zipDownloads.cancel(id);
  removeEventListener("beforeunload", warn);
});

export const zipDownloads = {
  get: snapshot.get,
  subscribe: snapshot.subscribe,
  /**
   * Shows an archive while it is packed.
   * @param pack returns a sentence about missing files.
   */
  async start(name: string, pack: (options: PackOptions) => Promise<string>): Promise<void> {
    const id = newId();
    const controller = new AbortController();
    running.set(id, controller);
    addEventListener("beforeunload", warn);
    set({ id, name, read: 0, size: 0, failure: "" });
    try {
      const missing = await pack({
        signal: controller.signal,
        onProgress(read, size) {
          if (downloads.has(id)) set({ id, name, read, size, failure: "" });
        },
      });
      const known = downloads.get(id);
      if (missing && known) set({ ...known, failure: missing });
      else remove(id);
    } catch (error) {
      const canceled = controller.signal.aborted || (error as Error).name === "AbortError";
      const known = downloads.get(id);
      if (canceled || !known) remove(id);
      else set({ ...known, failure: messageOf(error) });
    } finally {
      running.delete(id);
      if (running.size === 0) removeEventListener("beforeunload", warn);
    }
  },
  /** Cancels an archive, or dismisses a failed one. */
  cancel(id: string): void {
    running.get(id)?.abort();
    remove(id);
  },
};

/** Closing the page loses the archive. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function set(download: ZipDownload): void {
  downloads.set(download.id, download);
  notify();
}

function remove(id: string): void {
  downloads.delete(id);
  notify();
}

function notify(): void {
  snapshot.set([...downloads.values()]);
}

import { messageOf } from "../../../lib/errors.ts";
import { newId } from "../../../lib/new-id.ts";
import { createObservable } from "../../../lib/observable.ts";
import { beforeSignOut } from "../../shell/unfinished-work.ts";
import { packFiles } from "./pack-files.ts";

/** An archive being created. */
export interface ZipDownload {
  id: string;
  name: string;
  read: number;
  size: number;
  /** Why it failed, or what is missing in it; otherwise empty. */
  failure: string;
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
  /** Packs these entries and everything below them into one archive, as a stream. */
  async start(ids: string[], name: string): Promise<void> {
    const id = newId();
    const controller = new AbortController();
    running.set(id, controller);
    addEventListener("beforeunload", warn);
    set({ id, name, read: 0, size: 0, failure: "" });
    try {
      const missing = await pack(id, ids, name, controller.signal);
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
  /** Cancels it, or dismisses a failed one. */
  cancel(id: string): void {
    running.get(id)?.abort();
    remove(id);
  },
};

/** An archive is lost when the page is closed. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** @returns a sentence about what is missing in the archive. */
async function pack(id: string, ids: string[], name: string, signal: AbortSignal): Promise<string> {
  // Every screen shows the archives, and only the drive begins one.
  const [{ listSubtree }, { streamContent }] = await Promise.all([
    import("../files-api.ts"),
    import("../contents-api.ts"),
  ]);
  const files = await listSubtree(ids);
  const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
  const show = (read: number) => set({ id, name, read, size, failure: "" });
  show(0);
  return packFiles({
    ...{ name, size, files, signal },
    open: (file, from) => streamContent(file, from, signal),
    onRead: (read) => downloads.has(id) && show(read),
  });
}

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

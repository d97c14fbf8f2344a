import { messageOf } from "../../../lib/errors.ts";
import { saveZip } from "../../../lib/files/save-zip.ts";
import { newId } from "../../../lib/new-id.ts";
import { createObservable } from "../../../lib/observable.ts";
import { beforeSignOut } from "../../shell/unfinished-work.ts";
import { FAILURES_NAME, zipContents, zipEntries } from "./zip-contents.ts";

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
      if (missing > 0 && known) set({ ...known, failure: missingText(missing) });
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

/** Interval of progress notifications. */
const NOTIFY_EVERY_MS = 100;

/** An archive is lost when the page is closed. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

const missingText = (count: number) =>
  `${count === 1 ? "1 file" : `${count} files`} could not be read. See “${FAILURES_NAME}” in the archive.`;

/** @returns the number of files missing or incomplete in the archive. */
async function pack(id: string, ids: string[], name: string, signal: AbortSignal): Promise<number> {
  // Every screen shows the archives, and only the drive begins one.
  const [{ listSubtree }, { streamContent }] = await Promise.all([
    import("../files-api.ts"),
    import("../contents-api.ts"),
  ]);
  const entries = zipEntries(await listSubtree(ids));
  const size = entries.reduce((sum, { file }) => sum + (file.size ?? 0), 0);
  set({ id, name, read: 0, size, failure: "" });
  let read = 0;
  let notifiedAt = 0;
  const onRead = (bytes: number) => {
    read += bytes;
    if (Date.now() - notifiedAt < NOTIFY_EVERY_MS) return;
    notifiedAt = Date.now();
    if (downloads.has(id)) set({ id, name, read, size, failure: "" });
  };
  let missing = 0;
  const contents = zipContents(entries, {
    open: ({ id, storage_object_path }) => streamContent(id, storage_object_path, signal),
    signal,
    onRead,
    onFailure: () => {
      missing += 1;
    },
  });
  await saveZip(name, size, contents, signal);
  return missing;
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

import { messageOf } from "../../../lib/errors.ts";
import { newId } from "../../../lib/new-id.ts";
import { beforeSignOut } from "../../shell/unfinished-work.ts";
import { fetchContent, readContent } from "../contents-api.ts";
import { listSubtree } from "../files-api.ts";
import { openSink } from "./open-sink.ts";
import { type ZipEntry, zipEntries } from "./zip-entries.ts";

/** An archive in the making. */
export interface ZipDownload {
  id: string;
  name: string;
  read: number;
  size: number;
  /** Why it was not made; empty as long as all is well. */
  failure: string;
}

const downloads = new Map<string, ZipDownload>();
const running = new Map<string, AbortController>();
const listeners = new Set<() => void>();
let snapshot: readonly ZipDownload[] = [];

beforeSignOut(async () => {
  for (const id of [...running.keys()]) zipDownloads.cancel(id);
  removeEventListener("beforeunload", warn);
});

export const zipDownloads = {
  get: () => snapshot,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Packs these with everything below them into one archive, read and written as it goes. */
  async start(ids: string[], name: string): Promise<void> {
    const id = newId();
    const controller = new AbortController();
    running.set(id, controller);
    addEventListener("beforeunload", warn);
    set({ id, name, read: 0, size: 0, failure: "" });
    try {
      await pack(id, ids, name, controller.signal);
      remove(id);
    } catch (error) {
      const gone = controller.signal.aborted || (error as Error).name === "AbortError";
      const known = downloads.get(id);
      if (gone || !known) remove(id);
      else set({ ...known, failure: messageOf(error) });
    } finally {
      running.delete(id);
      if (running.size === 0) removeEventListener("beforeunload", warn);
    }
  },
  /** Ends it, or takes a failed one from the list. */
  cancel(id: string): void {
    running.get(id)?.abort();
    remove(id);
  },
};

/** An archive is lost with the page it is made in. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

async function pack(id: string, ids: string[], name: string, signal: AbortSignal): Promise<void> {
  const entries = zipEntries(await listSubtree(ids));
  const size = entries.reduce((sum, { file }) => sum + (file.size ?? 0), 0);
  set({ id, name, read: 0, size, failure: "" });
  const sink = await openSink(name, size);
  let read = 0;
  let told = 0;
  const onRead = (bytes: number) => {
    read += bytes;
    if (Date.now() - told < 100) return;
    told = Date.now();
    if (downloads.has(id)) set({ id, name, read, size, failure: "" });
  };
  try {
    const { makeZip } = await import("client-zip");
    await makeZip(contentsOf(entries, signal, onRead)).pipeTo(sink.stream, { signal });
    signal.throwIfAborted();
    await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/** One file after the other, each asked for only when the one before is packed. */
async function* contentsOf(
  entries: readonly ZipEntry[],
  signal: AbortSignal,
  onRead: (bytes: number) => void,
) {
  for (const { path, file } of entries) {
    if (file.is_folder) yield { name: path };
    else if (file.storage_object_path) {
      const { body } = await readContent(file.id, file.storage_object_path, (at) =>
        fetchContent(at, signal),
      );
      const input = (body ?? new Blob([]).stream()).pipeThrough(counting(onRead));
      yield { name: path, input, size: file.size ?? 0 };
    }
  }
}

function counting(onRead: (bytes: number) => void) {
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onRead(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
}

function set(download: ZipDownload): void {
  downloads.set(download.id, download);
  tell();
}

function remove(id: string): void {
  downloads.delete(id);
  tell();
}

function tell(): void {
  snapshot = [...downloads.values()];
  for (const listener of listeners) listener();
}

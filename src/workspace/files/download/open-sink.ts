import { saveFrom } from "./download-file.ts";

/** Destination of an archive while it is created. */
export interface Sink {
  stream: WritableStream<Uint8Array>;
  /** Hands the complete archive to the user. */
  finish(): Promise<void>;
  /** Removes everything written so far. */
  discard(): Promise<void>;
}

/** Maximum size of an archive kept in memory without asking where to save it. */
const SMALL = 64 * 1024 * 1024;

/** How long the browser may take to copy a finished archive to the downloads folder. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Opens the best destination this browser has for an archive of about this size: the chosen file
 * itself, a file in the origin private file system, or memory.
 * @throws {DOMException} AbortError when the user cancels the file picker.
 */
export async function openSink(name: string, size: number): Promise<Sink> {
  if (size > SMALL) {
    const pick = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
    if (pick) return intoFile(await pick({ suggestedName: name }));
    const own = await intoOwnFile(name).catch(() => null);
    if (own) return own;
  }
  return intoMemory(name);
}

type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

async function intoFile(handle: FileSystemFileHandle): Promise<Sink> {
  const stream = await handle.createWritable();
  return { stream, finish: async () => {}, discard: async () => {} };
}

async function intoOwnFile(name: string): Promise<Sink> {
  const folder = await navigator.storage.getDirectory();
  const own = `foyer-archive-${Date.now()}.zip`;
  const handle = await folder.getFileHandle(own, { create: true });
  const discard = () => folder.removeEntry(own).catch(() => {});
  const stream = await handle.createWritable();
  return {
    stream,
    async finish() {
      const url = URL.createObjectURL(await handle.getFile());
      saveFrom(url, name);
      setTimeout(() => {
        URL.revokeObjectURL(url);
        void discard();
      }, KEPT_MS);
    },
    discard,
  };
}

function intoMemory(name: string): Sink {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return {
    stream: new WritableStream({
      write(chunk) {
        parts.push(chunk as Uint8Array<ArrayBuffer>);
      },
    }),
    async finish() {
      const url = URL.createObjectURL(new Blob(parts, { type: "application/zip" }));
      saveFrom(url, name);
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    discard: async () => {},
  };
}

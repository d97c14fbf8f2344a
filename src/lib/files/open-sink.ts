import { saveBlob, saveFromUrl } from "../save-file.ts";

/** Destination of an archive. */
export interface Sink {
  stream: WritableStream<Uint8Array>;
  /** Hands the complete archive to the user. */
  finish(): Promise<void>;
  /** Removes everything written so far. */
  discard(): Promise<void>;
}

/**
 * Maximum bytes of an archive that is built in memory, without asking where to save it.
 * @limit drive: an archive built in memory
 */
const IN_MEMORY_BYTES = 64 * 1024 * 1024;

/** Milliseconds the browser may take to copy a finished archive to the downloads folder. */
const COPY_LIMIT_MS = 60 * 60 * 1000;

/**
 * Opens the best destination this browser has for an archive of about this size: a chosen file, a
 * file in the origin private file system, or memory.
 * @param size null if unknown in advance; then no file picker is shown.
 * @throws {DOMException} AbortError when the user cancels the file picker.
 */
export async function openSink(name: string, size: number | null): Promise<Sink> {
  if (size === null || size > IN_MEMORY_BYTES) {
    const pick = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
    if (pick && size !== null) return intoFile(await pick({ suggestedName: name }));
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
      saveFromUrl(url, name);
      setTimeout(() => {
        URL.revokeObjectURL(url);
        void discard();
      }, COPY_LIMIT_MS);
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
      saveBlob(new Blob(parts, { type: "application/zip" }), name);
    },
    discard: async () => {},
  };
}

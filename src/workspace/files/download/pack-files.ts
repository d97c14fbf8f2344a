import { saveZip } from "../../../lib/files/save-zip.ts";
import { formatCount } from "../../../lib/format.ts";
import type { SubtreeFile } from "../file.ts";
import { FAILURES_NAME, zipContents } from "./zip-contents.ts";
import { zipEntries } from "./zip-entries.ts";

interface Archive {
  name: string;
  /** Bytes; null if unknown at the time of the click, when no save dialog can be opened. */
  size: number | null;
  files: readonly SubtreeFile[];
  open: Parameters<typeof zipContents>[1]["open"];
  signal: AbortSignal;
  /** Receives the number of bytes read so far. */
  onRead: (read: number) => void;
}

/** Interval of progress updates, in milliseconds. */
const SHOW_EVERY_MS = 100;

/** Maximum number of files that a message names. */
const MOST_NAMED = 5;

/**
 * Packs files into one archive, as a stream, and saves it.
 * @returns a sentence about missing files; otherwise empty.
 */
export async function packFiles({ name, size, files, open, signal, onRead }: Archive) {
  let read = 0;
  let shownAt = 0;
  const missing: string[] = [];
  const contents = zipContents(zipEntries(files), {
    open,
    signal,
    onRead(bytes) {
      read += bytes;
      if (Date.now() - shownAt < SHOW_EVERY_MS) return;
      shownAt = Date.now();
      onRead(read);
    },
    onFailure: ({ path }) => missing.push(path),
  });
  await saveZip(name, size, contents, signal);
  if (missing.length === 0) return "";
  const count = missing.length === 1 ? "1 file" : `${formatCount(missing.length)} files`;
  const more = missing.length > MOST_NAMED ? ", …" : "";
  return `${count} could not be read: ${missing.slice(0, MOST_NAMED).join(", ")}${more}. See “${FAILURES_NAME}” in the archive.`;
}

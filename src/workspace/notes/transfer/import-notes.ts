import { NOTE_MAX_BYTES } from "../../../../shared/limits.ts";
import { toEditorHtml } from "../../../editor/to-editor-html.ts";
import { BackendError, isUnanswered, messageOf } from "../../../lib/errors.ts";
import { sanitizeHtmlInBrowser } from "../../../lib/sanitize/sanitize-html-browser.ts";
import { yieldToPage } from "../../../lib/yield-to-page.ts";
import { storePicture } from "../../pictures/transfer-pictures.ts";
import { pictureType } from "./find-pictures.ts";
import type { PictureSource } from "./found-note.ts";
import type { FoundNote } from "./note-source.ts";
import type { NotesReader } from "./read-notes.ts";
import { addNotes, type ImportedNote } from "./transfer-api.ts";

export interface ImportOptions {
  userId: string;
  reader: NotesReader;
  signal: AbortSignal;
  /** Receives the number of imported notes. */
  onProgress: (done: number) => void;
}

export interface Imported {
  added: number;
  /** The notes that the backend refused, with the reasons. */
  failed: { title: string; reason: string }[];
}

/**
 * Adds the notes in parts, one request per part. Notes added before a cancellation or failure stay,
 * and repeating the import adds the rest.
 * @throws {BackendError} when a request got no response or nobody is signed in.
 */
export async function importNotes(
  notes: readonly FoundNote[],
  options: ImportOptions,
): Promise<Imported> {
  const { reader, signal, onProgress } = options;
  const imported: Imported = { added: 0, failed: [] };
  let part: ImportedNote[] = [];
  let bytes = 0;
  let done = 0;
  const send = async () => {
    await sendPart(part, options, imported);
    done += part.length;
    onProgress(done);
    part = [];
    bytes = 0;
  };
  for (let at = 0; at < notes.length; at += READ_AT_ONCE) {
    const group = notes.slice(at, at + READ_AT_ONCE);
    const read = await reader.read(group.map(({ place }) => place));
    const contents = await withPictures(group, read, options, imported);
    for (const [index, note] of group.entries()) {
      // Parsing HTML needs a DOM, so it blocks the page's thread.
      await yieldToPage();
      signal.throwIfAborted();
      const ready = toImported(note, contents[index] ?? "");
      const size = ready.content.length;
      if (part.length > 0 && (bytes + size > PART_BYTES || part.length >= PART_NOTES)) await send();
      part.push(ready);
      bytes += size;
    }
  }
  if (part.length > 0) await send();
  return imported;
}

/** Maximum number of notes whose texts are in memory. */
const READ_AT_ONCE = 50;

/**
 * Maximum number of notes and characters per request; the host accepts 3 MiB from a signed-in user.
 */
const PART_NOTES = 100;
const PART_BYTES = 500_000;

/**
 * Stores the pictures of notes, a few at a time.
 * @returns the contents with the pictures' sizes, without images that cannot be decoded.
 */
async function withPictures(
  notes: readonly FoundNote[],
  contents: readonly string[],
  options: ImportOptions,
  imported: Imported,
): Promise<string[]> {
  const stored = [...contents];
  const queue = notes.entries();
  let isStopped = false;
  const work = async () => {
    for (const [index, note] of queue) {
      for (const picture of note.pictures) {
        if (isStopped) return;
        const attributes = await storeOne(picture, options, imported);
        const tag = new RegExp(`<img data-file="${picture.id}"( alt="[^"]*")>`, "g");
        stored[index] = (stored[index] ?? "").replaceAll(tag, (_, alt) =>
          attributes === null ? "" : `<img data-file="${picture.id}"${alt}${attributes}>`,
        );
      }
    }
  };
  const works = Array.from({ length: PICTURES_AT_ONCE }, work);
  try {
    await Promise.all(works);
  } catch (error) {
    isStopped = true;
    throw error;
  }
  return stored;
}

/** Number of concurrent uploads. */
const PICTURES_AT_ONCE = 4;

/** @returns the attributes with the picture's size; null for a file that is damaged or not a picture. */
async function storeOne(
  { id, path }: PictureSource,
  { userId, reader, signal }: ImportOptions,
  imported: Imported,
): Promise<string | null> {
  signal.throwIfAborted();
  const name = path.split("/").pop() ?? "";
  const leaveOut = (reason: string) => {
    imported.failed.push({ title: name, reason });
    return null;
  };
  let bytes: ArrayBuffer;
  try {
    bytes = await reader.readPicture(path);
  } catch (error) {
    signal.throwIfAborted();
    return leaveOut(messageOf(error));
  }
  const file = new Blob([bytes], { type: pictureType(path) });
  const size = await storePicture(userId, { id, name, file }, signal);
  return size ? ` width="${size.width}" height="${size.height}"` : leaveOut("It is no picture.");
}

function toImported(note: FoundNote, content: string): ImportedNote {
  const { id, title, color, is_pinned, is_archived, is_trashed, labels, updated_at } = note;
  const fields = { id, title, color, is_pinned, is_archived, is_trashed, labels, updated_at };
  const html = note.isForeign
    ? toEditorHtml(content, note.kind === "Web page")
    : sanitizeHtmlInBrowser(content);
  return { ...fields, remind_at: note.remind_at ?? null, content: html };
}

/** Halves a refused part and sends both halves again, so that only the invalid note is refused. */
async function sendPart(
  part: ImportedNote[],
  options: ImportOptions,
  imported: Imported,
): Promise<void> {
  const { userId, signal } = options;
  try {
    imported.added += await addNotes(userId, part, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isRefusal(error)) throw error;
    const [first] = part;
    if (part.length === 1 && first) {
      const isLong = new Blob([first.content]).size > NOTE_MAX_BYTES;
      const reason = isLong ? "It is longer than 1 MiB." : messageOf(error);
      imported.failed.push({ title: first.title, reason });
      return;
    }
    const middle = Math.ceil(part.length / 2);
    for (const half of [part.slice(0, middle), part.slice(middle)])
      await sendPart(half, options, imported);
  }
}

/** Whether the content of the notes caused the refusal. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof BackendError && !isUnanswered(error) && [400, 413, 422].includes(error.status)
  );
}

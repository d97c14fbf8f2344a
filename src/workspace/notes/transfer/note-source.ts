import { NOTE_MAX_BYTES } from "../../../../shared/limits.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { decodeText } from "../../../lib/files/decode-text.ts";
import { UnreadableFile } from "../../../lib/files/unreadable-file.ts";
import { readZipDirectory, readZipEntry } from "../../../lib/files/zip-directory.ts";
import { formatCount } from "../../../lib/format.ts";
import { plainText } from "../../../lib/plain-text.ts";
import { derivedId } from "./derived-id.ts";
import { pictureFinder } from "./find-pictures.ts";
import type { FindPicture, ParsedNote, SourceFile } from "./found-note.ts";
import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_GROWTH,
  IMPORT_MAX_NOTES,
  MEMOS_FILE_MAX_BYTES,
  NOTE_FILE_MAX_BYTES,
} from "./limits.ts";
import { isKeepNote, parseKeepNote } from "./parse-keep.ts";
import { parseMarkdownNote } from "./parse-markdown.ts";
import { memosOf, parseMemo } from "./parse-memos.ts";

/** A chosen file, with its path in the chosen folder. */
export interface ChosenFile {
  file: Blob;
  path: string;
  lastModified: number;
}

/** A note as the review lists it; `NoteSource.read` returns its content. */
export interface FoundNote extends Omit<ParsedNote, "content" | "source"> {
  id: string;
  /** The file that it is in. */
  path: string;
  /** The start of its text, for a note without a title. */
  excerpt: string;
  /** Why it cannot be imported; otherwise empty. */
  problem: string;
  /** Where it is, for `NoteSource.read`. */
  place: { file: number; at: number };
}

export interface Found {
  notes: FoundNote[];
  /** What the files were recognized as. */
  kinds: string[];
}

interface ScanOptions {
  signal: AbortSignal;
  /** Receives the part of the files that was read, from 0 to 1. */
  onProgress: (part: number) => void;
}

/** Chosen files as notes. Contents are read when they are needed, so that memory holds few. */
export class NoteSource {
  readonly #files: readonly SourceFile[];
  readonly #find: FindPicture;
  /** The last file that was parsed: one file can have all notes. */
  #last: { file: SourceFile; notes: ParsedNote[] } | undefined;

  private constructor(files: SourceFile[]) {
    this.#files = files;
    this.#find = pictureFinder(files);
  }

  /** @throws {UnreadableFile} for too much, and for what is no readable zip. */
  static async open(chosen: readonly ChosenFile[]): Promise<NoteSource> {
    const size = chosen.reduce((sum, { file }) => sum + file.size, 0);
    if (size > IMPORT_MAX_BYTES) {
      throw new UnreadableFile(
        `This has ${formatSize(size)}. At most ${formatSize(IMPORT_MAX_BYTES)} can be imported at once.`,
      );
    }
    const files = await Promise.all(chosen.map(filesOf));
    return new NoteSource(withoutRoot(files.flat().filter(({ path }) => !HIDDEN.test(path))));
  }

  /**
   * Reads every note once.
   * @throws {UnreadableFile} when there is none, or there are too many.
   */
  async scan({ signal, onProgress }: ScanOptions): Promise<Found> {
    const notes: FoundNote[] = [];
    const kinds = new Set<string>();
    const known = new Map<string, number>();
    for (const [index, file] of this.#files.entries()) {
      signal.throwIfAborted();
      if (index % 50 === 0) onProgress(index / this.#files.length);
      const found = await this.#scanFile(file, index, known);
      for (const { kind } of found) if (kind) kinds.add(kind);
      notes.push(...found);
      if (notes.length > IMPORT_MAX_NOTES) {
        throw new UnreadableFile(
          `There are more than ${formatCount(IMPORT_MAX_NOTES)} notes in it, the most that can be imported at once. Split it into folders.`,
        );
      }
    }
    if (notes.length === 0) throw new UnreadableFile(NOTHING);
    return { notes, kinds: [...kinds] };
  }

  async #scanFile(
    file: SourceFile,
    index: number,
    known: Map<string, number>,
  ): Promise<FoundNote[]> {
    let parsed: ParsedNote[];
    try {
      parsed = await this.#parse(file);
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      const problem = error instanceof NoteProblem ? error.message : "It is damaged.";
      return [refused(file, index, problem)];
    }
    return parsed.map(({ content, source, ...note }, at) => ({
      ...note,
      id: "id" in source ? source.id : derivedId(countedKey(source.key, known)),
      path: file.path,
      excerpt: plainText(content.slice(0, 2000)).slice(0, EXCERPT_LENGTH),
      problem: new TextEncoder().encode(content).length > NOTE_MAX_BYTES ? TOO_LONG : "",
      place: { file: index, at },
    }));
  }

  /** The contents of these notes, in their order. */
  async read(places: readonly FoundNote["place"][]): Promise<string[]> {
    const contents: string[] = [];
    for (const { file, at } of places) {
      const found = this.#files[file];
      const notes = found ? await this.#parse(found) : [];
      contents.push(notes[at]?.content ?? "");
    }
    return contents;
  }

  /** The bytes of a picture of a note. */
  async readPicture(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.#files.find((one) => one.path === path);
    if (!file) throw new Error(`${path} is not in the files anymore.`);
    return file.read();
  }

  async #parse(file: SourceFile): Promise<ParsedNote[]> {
    if (this.#last?.file !== file) this.#last = { file, notes: await parse(file, this.#find) };
    return this.#last.notes;
  }
}

const EXCERPT_LENGTH = 80;
const TOO_LONG = `It is longer than ${formatSize(NOTE_MAX_BYTES)}.`;
const NOTHING =
  "No notes were found. Choose a Google Takeout with Keep, Markdown files, an answer of memos' API or an export of Foyer.";

/** A reason why one file cannot be imported. */
class NoteProblem extends Error {}

/** What programs add for themselves. */
const HIDDEN = /(?:^|\/)(?:\.[^/]*|__MACOSX)(?:\/|$)/;

async function filesOf({ file, path, lastModified }: ChosenFile): Promise<SourceFile[]> {
  const read = async (from: number, to: number) =>
    new Uint8Array(await file.slice(from, to).arrayBuffer());
  const isZip = /^80,75,(?:3,4|5,6)$/.test((await read(0, 4)).join());
  if (!isZip) {
    const date = new Date(lastModified);
    return [{ path, size: file.size, lastModified: date, read: () => read(0, file.size) }];
  }
  const entries = await readZipDirectory(file.size, read).catch((error: Error) => {
    throw new UnreadableFile(error.message);
  });
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > IMPORT_MAX_GROWTH * file.size) {
    throw new UnreadableFile(
      `This zip would grow more than ${IMPORT_MAX_GROWTH} times, to ${formatSize(size)}, and was not unpacked.`,
    );
  }
  return entries
    .filter(({ isFolder }) => !isFolder)
    .map((entry) => ({
      path: entry.name.replaceAll("\\", "/"),
      size: entry.size,
      lastModified: entry.lastModified,
      read: () => readZipEntry(entry, read),
    }));
}

/** The files without the folder that all are in: its name says nothing about the notes. */
function withoutRoot(files: SourceFile[]): SourceFile[] {
  const root = `${files[0]?.path.split("/")[0]}/`;
  if (!files.every(({ path }) => path.startsWith(root))) return files;
  return withoutRoot(files.map((file) => ({ ...file, path: file.path.slice(root.length) })));
}

/** @returns no notes for a file of another kind. */
async function parse(file: SourceFile, find: FindPicture): Promise<ParsedNote[]> {
  const { path, size, lastModified } = file;
  const isMarkdown = /\.(?:md|markdown)$/i.test(path);
  if (!isMarkdown && !/\.json$/i.test(path)) return [];
  if (size > (isMarkdown ? NOTE_FILE_MAX_BYTES : MEMOS_FILE_MAX_BYTES))
    throw new NoteProblem(TOO_LONG);
  const text = decodeText(await file.read());
  if (text === null) throw new NoteProblem("It is not a text.");
  if (isMarkdown) return [parseMarkdownNote(text, { path, lastModified, find })];
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
  if (isKeepNote(value)) {
    if (size > NOTE_FILE_MAX_BYTES) throw new NoteProblem(TOO_LONG);
    return [parseKeepNote(value, path, find)];
  }
  return memosOf(value)?.map(parseMemo) ?? [];
}

function refused(file: SourceFile, index: number, problem: string): FoundNote {
  const name = file.path.split("/").pop() ?? "";
  return {
    kind: null,
    id: derivedId(["refused", file.path]),
    path: file.path,
    title: name,
    excerpt: "",
    color: "",
    is_pinned: false,
    is_archived: false,
    is_trashed: false,
    labels: [],
    updated_at: null,
    isForeign: true,
    pictures: [],
    lost: [],
    problem,
    place: { file: index, at: 0 },
  };
}

/** Of equal notes, each after the first has its number. */
function countedKey(key: readonly string[], known: Map<string, number>): readonly string[] {
  const text = JSON.stringify(key);
  const count = known.get(text) ?? 0;
  known.set(text, count + 1);
  return count === 0 ? key : [...key, String(count)];
}

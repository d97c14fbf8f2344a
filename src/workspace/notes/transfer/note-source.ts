import { NOTE_MAX_BYTES } from "../../../../shared/limits.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { decodeBytes, detectEncoding, isBinary } from "../../../lib/files/decode-text.ts";
import { UnreadableFile } from "../../../lib/files/unreadable-file.ts";
import { formatCount } from "../../../lib/format.ts";
import { plainText } from "../../../lib/plain-text.ts";
import { derivedId } from "./derived-id.ts";
import { pictureFinder } from "./find-pictures.ts";
import {
  type FindPicture,
  NoteProblem,
  type ParsedNote,
  PLAIN_NOTE,
  type SourceFile,
} from "./found-note.ts";
import { IMPORT_MAX_NOTES, MEMOS_FILE_MAX_BYTES, NOTE_FILE_MAX_BYTES } from "./limits.ts";
import { type ChosenFile, IS_NOTE, openFiles } from "./open-files.ts";
import { isKeepNote, parseKeepNote } from "./parse-keep.ts";
import { parseMarkdownNote } from "./parse-markdown.ts";
import { memosOf, parseMemo } from "./parse-memos.ts";
import { parseBundle, parsePage, parseTextNote } from "./parse-texts.ts";

/** A note as the review lists it; `NoteSource.read` returns its content. */
export interface FoundNote extends Omit<ParsedNote, "content" | "source"> {
  id: string;
  /** The path of its file. */
  path: string;
  /** The start of the text, which stands in for a missing title. */
  excerpt: string;
  /** Why the note cannot be imported; otherwise empty. */
  problem: string;
  /** Position of the note, for `NoteSource.read`. */
  place: { file: number; at: number };
}

export interface Found {
  notes: FoundNote[];
  /** The formats that were recognized. */
  kinds: string[];
  /** Paths of files that are neither notes nor pictures of notes. */
  left: string[];
}

/** Reads chosen files as notes. Contents are read on demand, so that few are in memory. */
export class NoteSource {
  readonly #files: readonly SourceFile[];
  readonly #byPath: ReadonlyMap<string, SourceFile>;
  readonly #find: FindPicture;
  /** The last parsed file, because one file can contain all notes. */
  #last: { file: SourceFile; notes: ParsedNote[] } | undefined;

  private constructor(files: readonly SourceFile[], isVault: boolean) {
    this.#files = files;
    this.#byPath = new Map(files.map((file) => [file.path, file]));
    this.#find = pictureFinder(files, isVault);
  }

  /** @throws {UnreadableFile} when the files are too large, or a zip cannot be read. */
  static async open(chosen: readonly ChosenFile[]): Promise<NoteSource> {
    const { files, isVault } = await openFiles(chosen);
    return new NoteSource(files, isVault);
  }

  /**
   * Reads every note once.
   * @param onProgress receives the fraction of the files that was read, from 0 to 1.
   * @throws {UnreadableFile} when there are no notes, or too many.
   */
  async scan(onProgress: (part: number) => void): Promise<Found> {
    const notes: FoundNote[] = [];
    const kinds = new Set<string>();
    const known = new Map<string, number>();
    for (const [index, file] of this.#files.entries()) {
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
    const used = new Set(
      notes.flatMap(({ path, pictures }) => [path, ...pictures.map((one) => one.path)]),
    );
    const left = this.#files
      .map(({ path }) => path)
      .filter((path) => !used.has(path) && !used.has(twinOf(path)) && !IS_LIST.test(path));
    return { notes, kinds: [...kinds], left };
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
      problem: isTooLong(note.isForeign ? content.replace(/(<\w+)\s[^>]*/g, "$1") : content)
        ? TOO_LONG
        : "",
      place: { file: index, at },
    }));
  }

  /** The contents of these notes, in the same order. */
  async read(places: readonly FoundNote["place"][]): Promise<string[]> {
    const contents: string[] = [];
    for (const { file, at } of places) {
      const found = this.#files[file];
      const notes = found ? await this.#parse(found) : [];
      contents.push(notes[at]?.content ?? "");
    }
    return contents;
  }

  async readPicture(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.#byPath.get(path);
    if (!file) throw new Error(`${path} is not in the files anymore.`);
    return file.read();
  }

  async #parse(file: SourceFile): Promise<ParsedNote[]> {
    if (this.#last?.file !== file) this.#last = { file, notes: await this.#parseNew(file) };
    return this.#last.notes;
  }

  /** @returns an empty list for a file of another kind. */
  async #parseNew(file: SourceFile): Promise<ParsedNote[]> {
    const { path, size, lastModified } = file;
    const ending = IS_NOTE.exec(path)?.[0].toLowerCase();
    if (!ending || this.#isBeside(path)) return [];
    const isPage = ending.startsWith(".htm");
    if (size > (ending === ".json" ? MEMOS_FILE_MAX_BYTES : NOTE_FILE_MAX_BYTES))
      throw new NoteProblem(TOO_LONG);
    const text = textOf(await file.read(), isPage);
    const place = { path, lastModified, find: this.#find };
    if (IS_BUNDLED.test(path)) {
      const info = await this.#byPath.get(path.replace(/[^/]*$/, "info.json"))?.read();
      return [parseBundle(text, info ? textOf(info, false) : "{}", place)];
    }
    if (ending === ".txt") return [parseTextNote(text, place)];
    if (isPage) return [parsePage(text, place)];
    if (ending !== ".json") return [parseMarkdownNote(text, place)];
    const value: unknown = JSON.parse(text);
    if (isKeepNote(value)) {
      if (size > NOTE_FILE_MAX_BYTES) throw new NoteProblem(TOO_LONG);
      return [parseKeepNote(value, path, this.#find)];
    }
    return memosOf(value)?.map(parseMemo) ?? [];
  }

  /** Whether a program wrote this file in addition to its notes, such as a list or an index. */
  #isBeside(path: string): boolean {
    const has = (test: RegExp) => this.#files.some((one) => test.test(one.path));
    if (IS_STANDARD_DATA.test(path)) return has(IS_BACKUP);
    if (IS_LIST.test(path))
      return path.endsWith(".html") || (path.endsWith(".txt") && has(/\.json$/));
    return IS_BACKUP.test(path) || this.#byPath.has(twinOf(path));
  }
}

/** The JSON file with the same note as an HTML file of Google Keep. */
const twinOf = (path: string) => (path.endsWith(".html") ? `${path.slice(0, -5)}.json` : "");

/** Standard Notes writes JSON with the extension `.txt`. */
const IS_BACKUP = /(?:^|\/)Standard Notes Backup[^/]*\.txt$/;
const IS_STANDARD_DATA = /(?:^|\/)Items\/(?!Note\/)[^/]+\/[^/]+\.txt$/;

/** Index files of Takeout and Bear. */
const IS_LIST = /(?:^|\/)(?:archive_browser\.html|Labels\.txt|(?:info|tags|backup)\.json)$/;

/** The text of a TextBundle. */
const IS_BUNDLED = /\.(?:textbundle|bearnote)\/text\.\w+$/i;

const isTooLong = (text: string) => new TextEncoder().encode(text).length > NOTE_MAX_BYTES;

const EXCERPT_LENGTH = 80;
const TOO_LONG = `It is longer than ${formatSize(NOTE_MAX_BYTES)}.`;
const NOTHING =
  "No notes were found. Choose a Google Takeout with Keep, Markdown files, texts, a backup of Bear, an answer of memos' API or an export of Foyer.";

/** @throws {NoteProblem} when the file is not text. */
function textOf(bytes: Uint8Array, isPage: boolean): string {
  const { encoding } = detectEncoding(bytes);
  const text = decodeBytes(bytes, encoding);
  if (encoding === "utf-8") return text;
  if (isBinary(text)) throw new NoteProblem("It is not a text.");
  const [, declared] = (isPage && /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(text)) || [];
  try {
    return declared ? decodeBytes(bytes, declared) : text;
  } catch {
    return text;
  }
}

function refused(file: SourceFile, index: number, problem: string): FoundNote {
  const name = file.path.split("/").pop() ?? "";
  return {
    ...PLAIN_NOTE,
    kind: null,
    id: derivedId(["refused", file.path]),
    path: file.path,
    title: name,
    excerpt: "",
    problem,
    place: { file: index, at: 0 },
  };
}

/** Adds a number to the key of each repeated note. */
function countedKey(key: readonly string[], known: Map<string, number>): readonly string[] {
  const text = JSON.stringify(key);
  const count = known.get(text) ?? 0;
  known.set(text, count + 1);
  return count === 0 ? key : [...key, String(count)];
}

import { NOTE_TITLE_MAX_LENGTH } from "../../../../shared/limits.ts";
import { DEFAULT_COLOR } from "../note.ts";
import type { ExportedNote } from "./note-file.ts";

/** A note read from a file of another program or another Foyer. */
export interface ParsedNote extends Omit<ExportedNote, "id" | "updated_at" | "remind_at"> {
  /** Program or format of the file. */
  kind: "Google Keep" | "Markdown" | "memos" | "Foyer export" | "Bear" | "Text" | "Web page" | null;
  /** Values to derive an id from, with the program's name; an exported note has its id. */
  source: { id: string } | { key: readonly string[] };
  /** Only in files exported by Foyer. */
  remind_at?: string | null;
  /** Null if the file has no date. */
  updated_at: string | null;
  /** Whether the HTML must be converted, because another program wrote it. */
  isForeign: boolean;
  pictures: PictureSource[];
  /** Parts of the note that are not imported, such as "a recording". */
  lost: string[];
}

/** Defaults for values that most programs lack. */
export const PLAIN_NOTE = {
  color: DEFAULT_COLOR,
  is_pinned: false,
  is_archived: false,
  is_trashed: false,
  labels: [],
  updated_at: null,
  isForeign: true,
  pictures: [],
  lost: [],
} satisfies Partial<ParsedNote>;

/** A picture file for a note. */
export interface PictureSource {
  /** The id of its future file in the drive, which the content refers to. */
  id: string;
  path: string;
  /** Bytes. */
  size: number;
}

/** A file of an import, read from any source. */
export interface SourceFile {
  path: string;
  size: number;
  lastModified: Date;
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Finds the picture that a file refers to, such as `../pictures/a.png`; otherwise describes what is
 * lost.
 * @param isName whether the picture may be in any folder, as in Obsidian's `![[a.png]]`.
 */
export type FindPicture = (
  from: string,
  address: string,
  isName?: boolean,
) => PictureSource | string;

/** A reason why one file cannot be imported, as a sentence. */
export class NoteProblem extends Error {}

/** A title as the database stores it, and whether it was shortened. */
export function toTitle(value: unknown): { title: string; isCut: boolean } {
  const characters = [...toText(value).replace(/\s+/g, " ").trim()];
  const isCut = characters.length > NOTE_TITLE_MAX_LENGTH;
  return { title: characters.slice(0, NOTE_TITLE_MAX_LENGTH).join(""), isCut };
}

/** Text that the database can store; empty for anything else. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : "";
}

/** @returns null for an unusable date, such as 1970 for "none". */
export function toDate(milliseconds: unknown): string | null {
  const time = typeof milliseconds === "string" ? Date.parse(milliseconds) : Number(milliseconds);
  return time > 0 && time < Date.now() + DAY_MS ? new Date(time).toISOString() : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

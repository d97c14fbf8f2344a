import { parse, stringify } from "yaml";
import { safeName, sameName } from "../../../lib/files/safe-name.ts";
import { LABEL_MAX_LENGTH, MAX_LABELS } from "../labels/labels.ts";
import { colorNamed, NOTE_COLORS, type NoteFields } from "../note.ts";

/** A note as exported: with its trashed state, without change counters. */
export interface ExportedNote extends NoteFields {
  id: string;
  updated_at: string;
  is_trashed: boolean;
}

/** The front matter of a Markdown file: the format's name and the note's fields. */
export function frontMatterOf(note: ExportedNote): string {
  const { id, title, color, is_pinned, is_archived, is_trashed, labels, remind_at, updated_at } =
    note;
  const name = NOTE_COLORS.find(({ value }) => value === color)?.name;
  const fields = {
    [FORMAT]: FORMAT_VERSION,
    id,
    title,
    ...(name !== DEFAULT && { color: name ?? color }),
    ...(is_pinned && { pinned: true }),
    ...(is_archived && { archived: true }),
    ...(is_trashed && { trashed: true }),
    ...(labels.length > 0 && { labels }),
    ...(remind_at && { reminder: remind_at }),
    updated: updated_at,
  };
  // One line per field, as other programs expect.
  return `---\n${stringify(fields, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" })}---\n`;
}

/** The field that marks the file as written by Foyer; its value is the format's version. */
const FORMAT = "foyer";
export const FORMAT_VERSION = 2;
const DEFAULT = NOTE_COLORS[0].name;

/** A Markdown file, split into front matter and text. `fields` is empty without front matter. */
export interface MarkdownFile {
  fields: Record<string, unknown>;
  text: string;
}

/**
 * Parses a Markdown file of any program. Front matter values are kept as written, as texts or lists
 * of texts. Front matter that is not valid YAML stays part of the text.
 */
export function parseFile(file: string): MarkdownFile {
  const plain = file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const found = /^---[ \t]*\n(|[\s\S]{0,65536}?\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(plain);
  const fields = found ? readYaml(quoteValues(found[1] ?? "", HASHED)) : null;
  if (!found || !fields) return { fields: {}, text: plain };
  return { fields, text: plain.slice(found[0].length) };
}

function readYaml(text: string, isQuoted = false): Record<string, unknown> | null {
  try {
    const fields: unknown = parse(text, { schema: "failsafe", logLevel: "error" }) ?? {};
    return typeof fields === "object" && !Array.isArray(fields)
      ? (fields as Record<string, unknown>)
      : null;
  } catch {
    return isQuoted ? null : readYaml(quoteValues(text, PLAIN), true);
  }
}

const quoteValues = (yaml: string, which: RegExp) =>
  yaml.replace(which, (_, key, value) => key + JSON.stringify(value));

/** Matches values such as `tags: #home`, which YAML reads as a comment. */
const HASHED = /^([^\s#"'-][^:\n]*:[ \t]+|[ \t]*-[ \t]+)((?:[^"'\n]*[ \t[,])?#\S[^\n]*)$/gm;
/** Matches values such as `title: Now: here`, which are invalid in YAML. */
const PLAIN = /^([^\s#"'-][^:\n]*:[ \t]+)((?:[^\s"'&*{[|>]|\[[^\]\n]*\][ \t]*\S)[^\n]*)$/gm;

/**
 * The fields of a note in a file exported by Foyer.
 * @returns null for a file of another program; a newer Foyer has a higher `version`.
 */
export function ownFieldsOf({
  fields,
}: MarkdownFile): (Omit<ExportedNote, "content"> & { version: number }) | null {
  const { id, title, color, reminder, updated } = fields;
  const version = fields[FORMAT];
  if (!/^\d+$/.test(`${version}`) || typeof id !== "string" || !UUID.test(id)) return null;
  return {
    version: Number(version),
    id: id.toLowerCase(),
    title: typeof title === "string" ? title : "",
    color: colorOf(color),
    is_pinned: fields.pinned === "true",
    is_archived: fields.archived === "true",
    is_trashed: fields.trashed === "true",
    labels: toLabels(fields.labels).labels,
    remind_at: typeof reminder === "string" && Date.parse(reminder) ? reminder : null,
    updated_at: typeof updated === "string" ? updated : "",
  };
}

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Labels that the database can store, and a description of those that are dropped. */
export function toLabels(value: unknown): { labels: string[]; lost: string[] } {
  const texts = (Array.isArray(value) ? value : [])
    .filter((one) => typeof one === "string")
    .map((one) => one.toWellFormed().replaceAll("\0", "").trim());
  const cut = (text: string) => [...text].slice(0, LABEL_MAX_LENGTH).join("").trim();
  const long = texts.filter((text) => [...text].length > LABEL_MAX_LENGTH);
  const labels = [...new Set(texts.map(cut).filter(Boolean))];
  const others = labels.splice(MAX_LABELS);
  return {
    labels,
    lost: [
      ...(long.length > 0 ? [`the end of ${namesOf(long.map(cut), "…")}`] : []),
      ...(others.length > 0 ? [namesOf(others)] : []),
    ],
  };
}

const namesOf = ([label = "", ...others]: string[], end = "") =>
  others.length > 0 ? `${others.length + 1} labels` : `the label “${label}${end}”`;

function colorOf(color: unknown): string {
  if (typeof color !== "string") return NOTE_COLORS[0].value;
  return /^#[0-9a-f]{6}$/i.test(color) ? color : colorNamed(color) || NOTE_COLORS[0].value;
}

/** Returns a function that gives each note a unique file name that is valid on any system. */
export function createNames(): (title: string) => string {
  const counts = new Map<string, number>();
  return (title) => {
    const plain = title.replace(/\s+/g, " ").replace(/[. ]+$/, "");
    const name = safeName(plain.trim() || "Untitled", NAME_LENGTH);
    for (;;) {
      const key = sameName(name);
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      if (count === 0) return name;
      const numbered = `${name} (${count})`;
      const taken = sameName(numbered);
      if (counts.has(taken)) continue;
      counts.set(taken, 1);
      return numbered;
    }
  };
}

/** Maximum length in characters. */
const NAME_LENGTH = 60;

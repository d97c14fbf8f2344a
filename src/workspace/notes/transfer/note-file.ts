import { parse, stringify } from "yaml";
import { colorNamed, NOTE_COLORS, type NoteFields } from "../note.ts";

/** A note in a file: with its trashed state, and without what only counts changes. */
export interface ExportedNote extends NoteFields {
  id: string;
  updated_at: string;
  is_trashed: boolean;
}

/** The text before a Markdown file's own: who wrote it, and the note's fields. */
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
  // One line a field, which other programs expect.
  return `---\n${stringify(fields, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" })}---\n`;
}

/** The field that says that a Foyer wrote the file, and in which form. */
const FORMAT = "foyer";
const FORMAT_VERSION = 1;
const DEFAULT = NOTE_COLORS[0].name;

/** A Markdown file, in its two parts. `fields` is empty where it has no front matter. */
export interface MarkdownFile {
  fields: Record<string, unknown>;
  text: string;
}

/** Reads a Markdown file of any program. Front matter that is no YAML stays text. */
export function parseFile(file: string): MarkdownFile {
  const plain = file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const found = /^---[ \t]*\n(|[\s\S]{0,65536}?\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(plain);
  const fields = found ? readYaml(found[1] ?? "") : null;
  if (!found || !fields) return { fields: {}, text: plain };
  return { fields, text: plain.slice(found[0].length) };
}

function readYaml(text: string): Record<string, unknown> | null {
  try {
    const fields: unknown = parse(text, { schema: "core", logLevel: "error" });
    if (fields === null) return {};
    return typeof fields === "object" && !Array.isArray(fields)
      ? (fields as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/**
 * The note that a Foyer wrote into a file, without its text.
 * @returns null for a file of another program; its `version` is higher than ours for a newer Foyer.
 */
export function ownFieldsOf({
  fields,
}: MarkdownFile): (Omit<ExportedNote, "content"> & { version: number }) | null {
  const { id, title, color, reminder, updated } = fields;
  const version = fields[FORMAT];
  if (typeof version !== "number" || typeof id !== "string" || !UUID.test(id)) return null;
  return {
    version,
    id: id.toLowerCase(),
    title: typeof title === "string" ? title : "",
    color: colorOf(color),
    is_pinned: fields.pinned === true,
    is_archived: fields.archived === true,
    is_trashed: fields.trashed === true,
    labels: toLabels(fields.labels),
    remind_at: typeof reminder === "string" && Date.parse(reminder) ? reminder : null,
    updated_at: typeof updated === "string" ? updated : "",
  };
}

export { FORMAT_VERSION };

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Labels as the database stores them, of a list or of words; whatever cannot be one is left out. */
export function toLabels(value: unknown): string[] {
  const list = Array.isArray(value)
    ? value
    : typeof value === "string"
      ? value.split(/[,\s]+/).map((word) => word.replace(/^#/, ""))
      : [];
  const labels = list
    .filter((one) => ["string", "number"].includes(typeof one))
    .map((one) => String(one).toWellFormed().replaceAll("\0", "").trim())
    .map((label) => [...label].slice(0, LABEL_LENGTH).join("").trim());
  return [...new Set(labels.filter(Boolean))].slice(0, LABEL_COUNT);
}

/** Limits of the database. */
const LABEL_LENGTH = 50;
const LABEL_COUNT = 50;

function colorOf(color: unknown): string {
  if (typeof color !== "string") return NOTE_COLORS[0].value;
  return /^#[0-9a-f]{6}$/i.test(color) ? color : colorNamed(color) || NOTE_COLORS[0].value;
}

/** Gives each note the name of a file that no other has, on any system. */
export function createNames(): (title: string) => string {
  const counts = new Map<string, number>();
  return (title) => {
    const safe = title
      .toWellFormed()
      .replace(UNSAFE, "_")
      .slice(0, NAME_LENGTH)
      .trim()
      .replace(/[. ]+$/, "");
    const name = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe)
      ? `_${safe}`
      : safe || "Untitled";
    for (;;) {
      const key = name.normalize("NFC").toLowerCase();
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      if (count === 0) return name;
      const numbered = `${name} (${count})`;
      const taken = numbered.normalize("NFC").toLowerCase();
      if (counts.has(taken)) continue;
      counts.set(taken, 1);
      return numbered;
    }
  };
}

/** Characters; systems allow 255 bytes. */
const NAME_LENGTH = 60;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what file names must not have.
const UNSAFE = /[\u0000-\u001f\u007f/\\:*?"<>|]/g;

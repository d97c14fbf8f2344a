import type { Tables } from "../../../shared/database.types.ts";

type NoteRow = Tables<"workspace_notes">;

export type NoteFields = Pick<
  NoteRow,
  "title" | "content" | "color" | "is_pinned" | "is_archived" | "labels" | "remind_at"
>;

/** Changed fields that are not saved yet. */
export type NotePatch = Partial<NoteFields>;

/** A note as shown. If `is_cut`, `content` is only the start, enough for the card. */
export interface Note extends NoteFields {
  id: string;
  is_cut: boolean;
  updated_at: string;
  revision: number;
  /** The newer of two versions of a note has the higher number. */
  change_number: number;
}

/** A note in the trash, with the start of its text. */
export interface TrashedNote
  extends Pick<Note, "id" | "title" | "content" | "color" | "labels" | "is_cut"> {
  trashed_at: string;
}

/** The nine background colors as stored (all dark), with their equivalents in the light theme. */
export const NOTE_COLORS = [
  { name: "Default", value: "#1F2937", light: "#fffefb" },
  { name: "Red", value: "#452121", light: "#f9d8d4" },
  { name: "Orange", value: "#472d1e", light: "#fbe2cb" },
  { name: "Yellow", value: "#483c1f", light: "#fcf0c4" },
  { name: "Green", value: "#223b2b", light: "#ddefd6" },
  { name: "Teal", value: "#1d3a3a", light: "#d3ecea" },
  { name: "Blue", value: "#1e3045", light: "#d8e6f7" },
  { name: "Purple", value: "#362644", light: "#e7def4" },
  { name: "Pink", value: "#442336", light: "#f8dde8" },
] as const;

export const DEFAULT_COLOR = NOTE_COLORS[0].value;

/** The canonical palette color. Any other color, which might hide the text, becomes the default. */
export function paletteColor(color: string): string {
  const wanted = color.toLowerCase();
  return NOTE_COLORS.find(({ value }) => value.toLowerCase() === wanted)?.value ?? DEFAULT_COLOR;
}

/** The palette color with this name, ignoring case; empty if unknown. */
export function colorNamed(name: string): string {
  return NOTE_COLORS.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value ?? "";
}

/** The lower-case name of a palette color, as in URLs; empty for none. */
export function colorName(color: string): string {
  return NOTE_COLORS.find(({ value }) => value === color)?.name.toLowerCase() ?? "";
}

/** The CSS background of a note's color, in both themes. */
export function backgroundOf(color: string): string {
  const value = paletteColor(color);
  return `light-dark(${NOTE_COLORS.find((one) => one.value === value)?.light}, ${value})`;
}

/** Debounce of saving, in milliseconds. */
export const TITLE_DEBOUNCE_MS = 500;
export const CONTENT_DEBOUNCE_MS = 1000;

/** Stored title of a note without one. */
export const UNTITLED = "Untitled Note";

/** The title given by the user; otherwise empty. */
export function titleOf({ title }: Pick<NoteRow, "title">): string {
  return title === UNTITLED ? "" : title;
}

/** Pinned first, then latest first; ties by id. */
export function compareNotes(a: Note, b: Note): number {
  if (a.is_pinned !== b.is_pinned) return a.is_pinned ? -1 : 1;
  if (a.updated_at !== b.updated_at) return a.updated_at > b.updated_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The fields of `current` that the patch actually changes. */
export function changedBy(patch: NotePatch, current: NotePatch): NotePatch {
  return Object.fromEntries(
    Object.entries(patch).filter(
      ([field, value]) => !isSameValue(current[field as keyof NotePatch], value),
    ),
  );
}

/** Whether two values of a field are equal; the order of labels is ignored. */
export function isSameValue(one: FieldValue, other: FieldValue): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((label) => other.includes(label));
}

/** A field's value; undefined if unknown. */
export type FieldValue = NoteFields[keyof NoteFields] | undefined;

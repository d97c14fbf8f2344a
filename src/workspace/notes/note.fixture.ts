import type { Note } from "./note.ts";

/** A new note without a text. */
export function anyNote(id: string, fields: Partial<Note> = {}): Note {
  const texts = { title: "", content: "", color: "#1F2937", labels: [], remind_at: null };
  const flags = { is_pinned: false, is_archived: false, is_cut: false };
  const version = { updated_at: "2026-01-01T00:00:00+00:00", revision: 1, change_number: 1 };
  return { id, ...texts, ...flags, ...version, ...fields };
}

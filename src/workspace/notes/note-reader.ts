import type { Note } from "./note.ts";

/** Changed and deleted notes, and the total number of notes. */
export interface NoteChanges {
  notes: Note[];
  deleted: Deletion[];
  count: number;
}

export type Deletion = Pick<Note, "id" | "change_number">;

/** The reads of the backend. Every failure is a thrown `BackendError`. */
export interface NoteReader {
  /** Rows of one view in list order, from `from` on, and the view's total number of notes. */
  list(archived: boolean, from: number, limit: number): Promise<{ notes: Note[]; count: number }>;
  /** The first changes after this change number. */
  changes(since: number, limit: number): Promise<NoteChanges>;
  /** The complete row; null when it certainly does not exist. */
  get(id: string): Promise<Note | null>;
  /** Reads these notes with their full texts; deleted ones are omitted. */
  listFull(ids: readonly string[]): Promise<Note[]>;
  /** The newest notes, archived ones too, whose whole text contains all these words. */
  search(words: string): Promise<Note[]>;
  /** The ids of the notes whose text beyond the listed part contains all these words. */
  searchLong(words: string): Promise<string[]>;
  /** Permanently deletes notes whose time in the trash has expired. */
  sweepTrash(): Promise<void>;
}

import { BackendError } from "../../lib/errors.ts";
import type { Note, NotePatch } from "./note.ts";
import type { Draft } from "./unsaved-note.ts";

/** The rows as the queue needs them. Every failure is a thrown `BackendError`. */
export interface NoteBackend {
  /** @throws {BackendError} with code 23505 when there is a row of this id already. */
  create(id: string, fields: NotePatch): Promise<Note>;
  /** Null when there is no row of that id in that revision. */
  save(id: string, revision: number, patch: NotePatch): Promise<Note | null>;
  /** The whole row; null when it is certain that there is none. */
  get(id: string): Promise<Note | null>;
}

/** Where unsaved text outlives the tab. Calls take effect in the order they are made. */
export interface DraftStore {
  write(draft: Draft): void;
  remove(id: string): void;
}

/** What a save queue works with. */
export interface QueueSurroundings {
  backend: NoteBackend;
  drafts: DraftStore;
  /** Hears of every change of a note's state, with the row when one was stored. */
  onChange(id: string, stored: Note | null): void;
}

/**
 * Stores a part of a draft's changes. Null when something else is there than the draft started
 * from: an earlier attempt whose answer was lost, another tab or device, or nothing any more.
 */
export async function storeDraft(
  backend: NoteBackend,
  { id, isNew, revision }: Draft,
  changes: NotePatch,
): Promise<Note | null> {
  if (!isNew) return backend.save(id, revision, changes);
  try {
    return await backend.create(id, changes);
  } catch (error) {
    if (error instanceof BackendError && error.code === "23505") return null;
    throw error;
  }
}

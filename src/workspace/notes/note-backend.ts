import { BackendError } from "../../lib/errors.ts";
import type { Note, NotePatch } from "./note.ts";
import type { Draft } from "./unsaved-note.ts";

/** The backend operations of the save queue. Every failure is a thrown `BackendError`. */
export interface NoteBackend {
  /** @throws {BackendError} with code 23505 when a row with this id already exists. */
  create(id: string, fields: NotePatch): Promise<Note>;
  /** Null when there is no row with that id and revision. */
  save(id: string, revision: number, patch: NotePatch): Promise<Note | null>;
  /** Moves a note at that revision to the trash; false when there is no such row. */
  remove(id: string, revision: number): Promise<boolean>;
  /**
   * Restores a note from the trash. Returns its row, even if it was not in the trash; null when it
   * does not exist.
   */
  restore(id: string): Promise<Note | null>;
  /** The complete row; null when it certainly does not exist. */
  get(id: string): Promise<Note | null>;
}

/** Storage for unsaved text that survives the tab. Calls take effect in order. */
export interface DraftStore {
  write(draft: Draft): void;
  remove(id: string): void;
}

/** Dependencies of a save queue. */
export interface QueueSurroundings {
  backend: NoteBackend;
  drafts: DraftStore;
  /** Called for every change of a note's save state, with the row if one was stored. */
  onChange(id: string, stored: Note | null): void;
  /** A deletion was completed, here or elsewhere. */
  onRemoved(id: string): void;
  /** A deletion, or its undo, failed permanently, with the reason. */
  onRemovalFailed(id: string, message: string): void;
}

/**
 * Stores some of a draft's changes. Null when the row is not at the draft's revision: after an
 * earlier attempt whose response was lost, a change in another tab or on another device, or a
 * deletion.
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

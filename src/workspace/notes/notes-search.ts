import { isUnanswered } from "../../lib/errors.ts";
import { Turns } from "../../lib/search/turns.ts";
import type { Note } from "./note.ts";
import type { NoteReader } from "./note-reader.ts";
import type { NotesStore } from "./notes-store.ts";
import type { OfflineCache } from "./offline-cache.ts";

interface Deps {
  store: NotesStore;
  cache: OfflineCache;
  reader: NoteReader;
  /** Takes over rows that were read. */
  receive(notes: readonly Note[]): void;
}

/** Finds notes whose texts are not in the store, or not completely. */
export class NotesSearch {
  readonly #deps: Deps;
  readonly #turns = new Turns();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The ids of notes that contain all these words and may not be found in the store: of any, until
   * it is complete, then of long ones. One request at a time; the latest search is next.
   */
  find(words: string, signal: AbortSignal): Promise<string[]> {
    return this.#turns.take(() => this.#find(words), signal);
  }

  /**
   * Waits until nobody searches: a search needs the backend and this thread, and so do showing what
   * it found and the next key. Never fails.
   */
  rested(): Promise<void> {
    return this.#turns.rested(PAUSE_MS);
  }

  async #find(words: string): Promise<string[]> {
    const { store, cache, reader, receive } = this.#deps;
    try {
      if (!store.isOffline()) {
        if (store.isAllRead()) return await reader.searchLong(words);
        const notes = await reader.search(words);
        receive(notes);
        return notes.map(({ id }) => id);
      }
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
    return cache.search(words);
  }
}

/** Milliseconds to wait after a search. */
const PAUSE_MS = 300;

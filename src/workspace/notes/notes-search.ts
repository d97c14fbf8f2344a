import { isUnanswered } from "../../lib/errors.ts";
import { Turns } from "../../lib/search/turns.ts";
import type { Note } from "./note.ts";
import type { NoteReader } from "./notes-api.ts";
import type { NotesStore } from "./notes-store.ts";
import type { OfflineCache } from "./offline-cache.ts";

interface Deps {
  store: NotesStore;
  cache: OfflineCache;
  reader: NoteReader;
  /** Stores rows that were read. */
  receive(notes: readonly Note[]): void;
}

/** Finds notes whose texts are not in the store, or only in part. */
export class NotesSearch {
  readonly #deps: Deps;
  readonly #turns = new Turns();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The ids of notes that contain all these words and may be missing from search results in the
   * store: any notes until the store is complete, then only long ones. One request at a time; of
   * several waiting searches only the latest runs.
   */
  find(words: string, signal: AbortSignal): Promise<string[]> {
    return this.#turns.take(() => this.#find(words), signal);
  }

  /**
   * Waits until no search is running or typed, because background reads would compete for the
   * backend and this thread. Never fails.
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

/** Milliseconds without a search before background reads continue. */
const PAUSE_MS = 300;

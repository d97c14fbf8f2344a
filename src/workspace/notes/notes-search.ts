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
export function createSearches({ store, cache, reader, receive }: Deps) {
  const turns = new Turns();
  return {
    /**
     * The ids of notes that contain all these words but that a search of the store may miss: any note
     * until the store is complete, then only long notes. One request runs at a time; of several
     * waiting searches, only the latest runs.
     */
    find: (words: string, signal: AbortSignal): Promise<string[]> =>
      turns.take(() => find(words), signal),
    /**
     * Waits until no search is running or typed, because background reads would compete for the
     * backend and this thread. Never fails.
     */
    rested: () => turns.rested(PAUSE_MS),
  };

  async function find(words: string): Promise<string[]> {
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

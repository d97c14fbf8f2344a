import { isUnanswered } from "../../lib/errors.ts";
import { BEFORE_ALL, FIRST_PART } from "../shell/changes.ts";
import type { Note } from "./note.ts";
import { prepareSearch } from "./note-text.ts";
import type { NoteReader } from "./notes-api.ts";
import { createSearches } from "./notes-search.ts";
import type { NotesStore } from "./notes-store.ts";
import type { OfflineCache } from "./offline-cache.ts";
import type { Outbox } from "./outbox.ts";

interface CatchUp {
  /** Rows in the first part. */
  first?: number;
  /** Whether each part is stored on the device, so that the next visit continues after it. */
  isStored?: boolean;
  /** Collects the ids of notes. */
  seen?: Set<string>;
}

interface Deps {
  store: NotesStore;
  outbox: Pick<Outbox, "receive" | "flush" | "takeOver">;
  cache: OfflineCache;
  reader: NoteReader;
}

/**
 * Reads the notes into the store, from the backend or, without a response, from the offline cache.
 */
export class NotesSync {
  readonly #deps: Deps;
  /** Rows known from the offline cache only; the next complete read confirms or drops them. */
  #cached: readonly Note[] = [];
  /** All changes up to this number are known; undefined before all notes have been read. */
  #syncedUpTo: number | undefined;
  #reading: Promise<void> | undefined;
  /** The view that was completed along with the other one. */
  #alsoRead: boolean | undefined;
  /** Searches notes that may not be in the store. */
  readonly searches;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.searches = createSearches({ ...deps, receive: (notes) => this.receive(notes) });
  }

  /**
   * Reads all notes, the start of this view first. Cached notes are shown meanwhile: at once if they
   * were in sync with the backend, otherwise only when the response is late.
   * @throws {BackendError} when the notes cannot be read, even if cached notes are shown.
   */
  async load(archived: boolean): Promise<void> {
    const showCached = setTimeout(() => void this.#showCached(archived), CACHE_AFTER_MS);
    try {
      await this.#trackOffline(async () => {
        const isRead = this.#alsoRead === archived;
        if (!isRead) await this.#read(archived);
        this.#alsoRead = isRead ? undefined : !archived;
      });
      // Retries pending changes, which may have waited since before the sign-in.
      void this.#deps.outbox.flush();
    } catch (error) {
      if (isUnanswered(error)) await this.#showCached(archived);
      throw error;
    } finally {
      clearTimeout(showCached);
    }
    if (!archived) setTimeout(() => void this.#fillCache(), FILL_CACHE_AFTER_MS);
  }

  /**
   * Fetches changes of other tabs and devices since the last sync, and drafts of closed tabs; reads
   * all notes again if some are missing.
   */
  async sync(): Promise<void> {
    const { store, outbox, cache, reader } = this.#deps;
    outbox.takeOver();
    await this.#trackOffline(async () => {
      const since = this.#reading ? undefined : this.#syncedUpTo;
      if (since === undefined || !(await this.#catchUp(since))) await this.#read(false);
    });
    void cache.fetchTexts(store.server.all(), reader.listFull);
  }

  /** Stores rows that were read; ignores versions older than the known ones. */
  receive(notes: readonly Note[]): void {
    const { store, outbox } = this.#deps;
    store.update(() => {
      for (const note of notes) store.server.add(note);
      for (const note of notes) outbox.receive(note);
    });
    prepareSearch(notes);
  }

  /** Updates whether the backend can be reached. Never fails. */
  async probe(): Promise<void> {
    const { reader } = this.#deps;
    await this.#trackOffline(async () => void (await reader.changes(NEWEST, 1))).catch(() => {});
  }

  /** The note with its full text. Undefined when it no longer exists. */
  async open(id: string): Promise<Note | undefined> {
    const { store, cache, reader } = this.#deps;
    const note = store.get(id);
    if (note && !note.is_cut) return note;
    const row = store.server.get(id);
    // If exactly this version is cached, no request is needed.
    const full = (row && (await cache.getFull(row))) ?? (await reader.get(id));
    store.update(() => {
      if (full) store.server.add(full);
      else store.server.remove(id);
    });
    return store.get(id);
  }

  /** Reads all notes; what is read already, by this tab or at the last visit, is continued. */
  #read(archived: boolean): Promise<void> {
    this.#reading ??= this.#readOnce(archived).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(archived: boolean): Promise<void> {
    const { store, cache, reader } = this.#deps;
    const known = store.server.all();
    const since = this.#syncedUpTo === undefined ? await cache.syncedUpTo() : undefined;
    // An earlier list on the device, which has to be replaced, is not continued.
    const isStored = this.#syncedUpTo === undefined && since === undefined;
    const listing = reader.list(archived, FIRST_PART).then((notes) => {
      this.receive(notes);
      return notes;
    });
    if (since === undefined || !(await this.#resume(since, listing))) {
      const seen = new Set<string>();
      const reading = this.#catchUp(BEFORE_ALL, { first: FIRST_PART, isStored, seen });
      // Another read must not begin before both have ended.
      await Promise.allSettled([listing, reading]);
      await Promise.all([listing, reading]);
      store.update(() => {
        for (const { id } of [...known, ...this.#cached]) {
          // A note with unsaved changes stays until the outbox has resolved them.
          if (!seen.has(id) && !store.unsaved(id)) store.server.drop(id);
        }
      });
    }
    this.#cached = [];
    store.update(() => {
      store.setComplete(false);
      store.setComplete(true);
    });
  }

  /**
   * Shows the notes of the last visit and reads later changes.
   * @returns whether all notes are known then.
   */
  async #resume(since: number, listing: Promise<readonly Note[]>): Promise<boolean> {
    const { store, cache } = this.#deps;
    const [notes] = await Promise.all([
      listing,
      cache.read(() => this.searches.rested()).then((rows) => this.#addCached(rows ?? [])),
    ]);
    const numbers = new Map(this.#cached.map(({ id, change_number }) => [id, change_number]));
    // Otherwise the database is another one than at the last visit, or was reset.
    if (
      notes.every(
        (note) => note.change_number > since || numbers.get(note.id) === note.change_number,
      )
    ) {
      return this.#catchUp(since, { first: FIRST_PART, isStored: true });
    }
    store.update(() => {
      for (const { id } of this.#cached) if (!store.unsaved(id)) store.server.drop(id);
    });
    return false;
  }

  /** Reads all changes after this number. Returns whether all notes are known then. */
  async #catchUp(since: number, { first = PART, isStored, seen }: CatchUp = {}): Promise<boolean> {
    const { store, cache, reader } = this.#deps;
    let from = since;
    for (let limit = first; ; limit = PART) {
      const { notes, deleted, count, upTo, isMore } = await reader.changes(from, limit);
      this.receive(notes);
      for (const { id } of notes) seen?.add(id);
      store.update(() => {
        for (const { id, change_number } of deleted) {
          // A note with unsaved changes stays until the outbox has resolved them.
          if (!store.unsaved(id)) store.server.remove(id, change_number);
        }
      });
      store.server.setCount(count);
      from = upTo;
      if (!isMore) break;
      if (isStored) void cache.add([...notes, ...deleted], upTo);
      await this.#giveWay(limit === FIRST_PART);
    }
    this.#syncedUpTo = from;
    return store.isCounted();
  }

  /** Waits while searches run. */
  async #giveWay(isFirst: boolean): Promise<void> {
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, REST_AFTER_MS));
    await this.searches.rested();
  }

  async #trackOffline(read: () => Promise<void>): Promise<void> {
    const { store, outbox } = this.#deps;
    try {
      await read();
      const isWaiting = store.unsavedIds().some((id) => store.saveState(id).kind === "offline");
      if (store.isOffline() || isWaiting) void outbox.flush();
      store.setOffline(false);
    } catch (error) {
      store.setOffline(isUnanswered(error));
      throw error;
    }
  }

  async #showCached(archived: boolean): Promise<void> {
    const { store, cache } = this.#deps;
    if (store.isComplete(archived)) return;
    const notes = await cache.read();
    if (!notes || store.isComplete(archived)) return;
    store.update(() => {
      this.#addCached(notes);
      store.setComplete(false);
      store.setComplete(true);
      store.setOffline(true);
    });
  }

  #addCached(notes: readonly Note[]): void {
    const { store } = this.#deps;
    this.#cached = notes;
    store.update(() => {
      // Rows already known are newer.
      for (const note of notes) if (!store.server.get(note.id)) store.server.add(note);
    });
  }

  /** Updates the offline cache while idle. */
  async #fillCache(): Promise<void> {
    const { store, cache, reader } = this.#deps;
    try {
      await reader.sweepTrash();
    } catch {
      return;
    }
    await cache.replace(store.server.all(), this.#syncedUpTo ?? 0);
    await cache.fetchTexts(store.server.all(), reader.listFull);
  }
}

/** No change has a higher number. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/** How long to wait before cached notes are shown, in milliseconds. */
const CACHE_AFTER_MS = 1_500;

/** Delay from showing the list to filling the offline cache, in milliseconds. */
const FILL_CACHE_AFTER_MS = 3_000;

/** Delay from showing the first part to reading the rest, in milliseconds. */
const REST_AFTER_MS = 300;

/** Rows in each part after the first. */
const PART = 1000;

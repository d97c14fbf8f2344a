import { isUnanswered } from "../../lib/errors.ts";
import type { Note } from "./note.ts";
import { prepareSearch } from "./note-text.ts";
import type { NoteReader } from "./notes-api.ts";
import { createSearches } from "./notes-search.ts";
import type { NotesStore } from "./notes-store.ts";
import type { OfflineCache } from "./offline-cache.ts";
import type { Outbox } from "./outbox.ts";

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
  /** All changes up to this number are known; undefined before a view has been read. */
  #syncedUpTo: number | undefined;
  /** The view that was completed along with the other one. */
  #alsoRead: boolean | undefined;
  /** Searches notes that may not be in the store. */
  readonly searches;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.searches = createSearches({ ...deps, receive: (notes) => this.receive(notes) });
  }

  /**
   * Reads one view completely. Cached notes are shown meanwhile: at once if they were in sync with
   * the backend, otherwise only when the response is late.
   * @throws {BackendError} when the view cannot be read, even if cached notes are shown.
   */
  async load(archived: boolean): Promise<void> {
    const showCached = setTimeout(() => void this.#showCached(archived), CACHE_AFTER_MS);
    try {
      await this.#trackOffline(async () => {
        if (!(await this.#resume(archived))) await this.#readView(archived);
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
   * the views again if notes are missing.
   */
  async sync(): Promise<void> {
    const { store, outbox, cache, reader } = this.#deps;
    outbox.takeOver();
    await this.#trackOffline(async () => {
      if (!(await this.#readChanges()).isMissing) return;
      await this.#readView(false);
      if (store.isComplete(true)) await this.#readView(true);
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
    await this.#trackOffline(async () => void (await this.#readChanges())).catch(() => {});
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

  /**
   * Shows the notes of the last visit and reads later changes.
   * @returns whether all notes are known then.
   */
  async #resume(archived: boolean): Promise<boolean> {
    const { store, cache, reader } = this.#deps;
    if (this.#alsoRead === archived) {
      this.#alsoRead = undefined;
      return true;
    }
    const since = this.#syncedUpTo === undefined ? await cache.syncedUpTo() : undefined;
    if (since === undefined) return false;
    const [{ notes }] = await Promise.all([
      reader.list(archived, 0, FIRST_PART).then((part) => {
        this.receive(part.notes);
        return part;
      }),
      cache.read(() => this.searches.rested()).then((rows) => this.#addCached(rows ?? [])),
    ]);
    const numbers = new Map(this.#cached.map(({ id, change_number }) => [id, change_number]));
    // Otherwise the database is another one than at the last visit, or was reset.
    if (
      notes.every(
        (note) => note.change_number > since || numbers.get(note.id) === note.change_number,
      )
    ) {
      if (!(await this.#catchUp(since))) return false;
      this.#cached = [];
      this.#alsoRead = !archived;
      store.setComplete(false);
      store.setComplete(true);
      return true;
    }
    store.update(() => {
      for (const { id } of this.#cached) if (!store.unsaved(id)) store.server.drop(id);
    });
    return false;
  }

  /** Reads everything changed after this change number. Returns whether all notes are known then. */
  async #catchUp(since: number): Promise<boolean> {
    this.#syncedUpTo = since;
    try {
      let isFirst = true;
      while ((await this.#readChanges(isFirst ? FIRST_PART : PART)).isMore) {
        await this.#giveWay(isFirst);
        isFirst = false;
      }
      return this.#deps.store.isCounted();
    } catch (error) {
      // Deletions may be missing.
      this.#syncedUpTo = undefined;
      throw error;
    }
  }

  /** Reads a view in parts; the first part is shown as soon as it arrives. */
  async #readView(archived: boolean): Promise<void> {
    const { store, reader } = this.#deps;
    // Notes can move to the front during the read, which pushes others from one part to the next.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const before = store.server.all();
      const seen = new Set<string>();
      let from = 0;
      let count = Number.POSITIVE_INFINITY;
      while (from < count) {
        if (from > 0 || archived) await this.#giveWay(from === FIRST_PART);
        const part = await reader.list(archived, from, from === 0 ? FIRST_PART : PART);
        count = part.count;
        // Later changes get a higher number than anything in this part.
        this.#syncedUpTo ??= Math.max(0, ...part.notes.map(({ change_number }) => change_number));
        if (part.notes.length === 0) break;
        from += part.notes.length;
        this.receive(part.notes);
        for (const { id } of part.notes) seen.add(id);
      }
      if (seen.size < count && attempt < 2) continue;
      store.update(() => this.#dropUnseen([...before, ...this.#cached], archived, seen));
      break;
    }
    this.#cached = this.#cached.filter((note) => note.is_archived !== archived);
    store.server.invalidateCount();
    store.setComplete(archived);
  }

  /** Waits while searches run. */
  async #giveWay(isFirst: boolean): Promise<void> {
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, REST_AFTER_MS));
    await this.searches.rested();
  }

  #dropUnseen(known: readonly Note[], archived: boolean, seen: ReadonlySet<string>): void {
    const { store } = this.#deps;
    for (const { id, is_archived } of known) {
      const inView = store.server.get(id)?.is_archived === archived && is_archived === archived;
      // A note with unsaved changes stays until the outbox has resolved them.
      if (inView && !seen.has(id) && !store.unsaved(id)) store.server.drop(id);
    }
  }

  /** Returns whether notes seem to be missing, and whether there are more changes. */
  async #readChanges(limit = PART): Promise<{ isMissing: boolean; isMore: boolean }> {
    const { store, reader } = this.#deps;
    const since = this.#syncedUpTo;
    const { notes, deleted, count } = await reader.changes(since ?? 0, limit);
    this.receive(notes);
    store.update(() => {
      for (const { id, change_number } of deleted) {
        // A note with unsaved changes stays until the outbox has resolved them.
        if (!store.unsaved(id)) store.server.remove(id, change_number);
      }
    });
    const differs = store.server.setCount(count);
    // Only the cached notes are known yet.
    if (since === undefined) return { isMissing: true, isMore: false };
    const changes = [...notes, ...deleted];
    this.#syncedUpTo = Math.max(since, ...changes.map(({ change_number }) => change_number));
    // A note may have been deleted since it was listed, or the last difference could not be resolved.
    const isMissing = store.isAllRead() ? !store.isCounted() : differs;
    return { isMissing, isMore: changes.length === limit && this.#syncedUpTo > since };
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
      if (!store.isComplete(true)) await this.#readView(true);
      await reader.sweepTrash();
    } catch {
      return;
    }
    await cache.replace(store.server.all(), this.#syncedUpTo ?? 0);
    await cache.fetchTexts(store.server.all(), reader.listFull);
  }
}

/** How long to wait before cached notes are shown, in milliseconds. */
const CACHE_AFTER_MS = 1_500;

/** Delay from showing the list to filling the offline cache, in milliseconds. */
const FILL_CACHE_AFTER_MS = 3_000;

/** Delay from showing the first part to reading the rest, in milliseconds. */
const REST_AFTER_MS = 300;

/** Rows in the first part, which should show at once, and in each later one. */
const FIRST_PART = 100;
const PART = 1000;

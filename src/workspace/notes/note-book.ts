import { compareNotes, DEFAULT_COLOR, type Note, type NotePatch } from "./note.ts";
import type { SaveQueue } from "./save-queue.ts";
import { StoredNotes } from "./stored-notes.ts";

/** What the screen renders and subscribes to. */
export interface NoteList {
  notes: readonly Note[];
  /** False until the whole list has been read once. */
  complete: boolean;
}

/** The source of the lists. */
export interface NoteReader {
  list(archived: boolean, from: number, most: number): Promise<{ notes: Note[]; count: number }>;
  /** All notes changed after this change number, and the total number of notes. */
  changes(since: number): Promise<{ notes: Note[]; count: number }>;
  get(id: string): Promise<Note | null>;
}

/**
 * All notes of one user in this tab: the stored rows, as far as known, with unsaved changes
 * applied. Plain state with subscriptions; React reads snapshots of it.
 */
export class NoteBook {
  readonly #reader: NoteReader;
  readonly #stored: StoredNotes;
  /** When a note with unsaved changes was last edited here. */
  readonly #touched = new Map<string, string>();
  readonly #complete = { active: false, archived: false };
  readonly #listeners = new Set<() => void>();
  #lists: { active?: NoteList; archived?: NoteList } = {};
  #queue: SaveQueue | undefined;
  /** Rows known from the last visit only; the next complete read confirms or drops them. */
  #restored: readonly Note[] = [];
  /** All changes up to this number are known; undefined before a view has been read. */
  #synced: number | undefined;
  readonly #overlays = new Map<string, Note>();
  #removing: readonly Note[] | undefined;

  /** @param onRow called for every added, changed or removed row. */
  constructor(reader: NoteReader, onRow: (id: string) => void = () => {}) {
    this.#reader = reader;
    this.#stored = new StoredNotes(onRow);
  }

  /** Sets the queue whose unsaved changes are applied to the stored rows. */
  attach(queue: SaveQueue): void {
    this.#queue = queue;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The notes of one view, sorted; the same object until something changes. */
  list(archived: boolean): NoteList {
    const view = archived ? "archived" : "active";
    const list = this.#lists[view] ?? {
      notes: this.#visible(archived),
      complete: this.#complete[view],
    };
    this.#lists[view] = list;
    return list;
  }

  /** One note as shown; the same object until something changes. */
  get(id: string): Note | undefined {
    if (this.#queue?.isRemoving(id)) return undefined;
    const stored = this.#stored.get(id);
    const patch = this.#queue?.unsaved(id);
    // Without its row, a partial note would pass for a complete one.
    if (!patch || (!stored && !this.#queue?.standsAlone(id))) return stored;
    const shown = this.#overlays.get(id) ?? {
      ...(stored ?? emptyNote(id)),
      ...patch,
      ...(patch.content !== undefined && { is_cut: false }),
      updated_at: this.#touched.get(id) ?? stored?.updated_at ?? new Date().toISOString(),
    };
    this.#overlays.set(id, shown);
    return shown;
  }

  stored(id: string): Note | undefined {
    return this.#stored.get(id);
  }

  /** The known rows of both views. */
  allStored(): readonly Note[] {
    return [...this.#stored.all()];
  }

  /** Whether a view has been read completely. */
  isComplete(archived: boolean): boolean {
    return this.#complete[archived ? "archived" : "active"];
  }

  /** Adds the cached rows of the last visit; rows already known are newer. */
  restore(notes: readonly Note[]): void {
    for (const note of notes) if (!this.#stored.get(note.id)) this.#stored.take(note);
    this.#restored = notes;
    this.#complete.active = true;
    this.#complete.archived = true;
    this.changed();
  }

  /** Stores when a note was edited here, which sorts it to the top. */
  touch(id: string): void {
    this.#touched.set(id, new Date().toISOString());
  }

  /** Adds a stored row; ignores it if it is older than the known one. */
  take(note: Note): void {
    if (this.#stored.take(note)) this.changed();
  }

  /** Removes a deleted note; responses still in flight must not bring it back. */
  forget(id: string): void {
    this.#stored.remove(id);
    this.changed();
  }

  /** The notes whose deletion is not confirmed yet; the same object until something changes. */
  removing = (): readonly Note[] => {
    this.#removing ??= (this.#queue?.all() ?? []).flatMap((id) => {
      const stored = this.#stored.get(id);
      if (!this.#queue?.isRemoving(id) || !(stored || this.#queue.standsAlone(id))) return [];
      return { ...(stored ?? emptyNote(id)), ...this.#queue.unsaved(id) };
    });
    return this.#removing;
  };

  /** Reads one view completely; the first page is shown as soon as it arrives. */
  async load(archived: boolean): Promise<void> {
    // Notes can move to the front during the read, which pushes one across a page boundary.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const before = this.allStored();
      const seen = new Set<string>();
      let from = 0;
      let count = Number.POSITIVE_INFINITY;
      while (from < count) {
        const part = await this.#reader.list(archived, from, from === 0 ? FIRST_PART : PART);
        count = part.count;
        // Later changes get a higher number than anything in this page.
        this.#synced ??= Math.max(0, ...part.notes.map(({ change_number }) => change_number));
        if (part.notes.length === 0) break;
        from += part.notes.length;
        this.#takeAll(part.notes);
        for (const { id } of part.notes) seen.add(id);
      }
      if (seen.size < count && attempt < 2) continue;
      for (const { id, is_archived } of [...before, ...this.#restored]) {
        const left = this.#stored.get(id)?.is_archived === archived && is_archived === archived;
        // A note with unsaved changes stays until the save queue has resolved them.
        if (left && !seen.has(id) && !this.#queue?.unsaved(id)) this.#stored.drop(id);
      }
      break;
    }
    this.#restored = this.#restored.filter((note) => note.is_archived !== archived);
    this.#stored.recount();
    this.#complete[archived ? "archived" : "active"] = true;
    this.changed();
  }

  /** Fetches changes made elsewhere since the last sync; true when notes seem to be missing. */
  async sync(): Promise<boolean> {
    const since = this.#synced;
    const { notes, count } = await this.#reader.changes(since ?? 0);
    this.#takeAll(notes);
    const missed = this.#stored.counted(count);
    // Only the cached notes of the last visit are known yet.
    if (since === undefined) return true;
    this.#synced = Math.max(since, ...notes.map(({ change_number }) => change_number));
    return missed;
  }

  /** Reloads the views that were read before. */
  async reload(): Promise<void> {
    await this.load(false);
    if (this.#complete.archived) await this.load(true);
  }

  /** The note with its full text. Undefined when it no longer exists. */
  async open(id: string): Promise<Note | undefined> {
    const note = this.get(id);
    if (!note?.is_cut) return note;
    const whole = await this.#reader.get(id);
    if (whole) this.take(whole);
    else this.forget(id);
    return this.get(id);
  }

  /** Invalidates all snapshots. */
  changed(): void {
    this.#lists = {};
    this.#removing = undefined;
    this.#overlays.clear();
    for (const listener of this.#listeners) listener();
  }

  #takeAll(notes: readonly Note[]): void {
    let changed = false;
    for (const note of notes) changed = this.#stored.take(note) || changed;
    if (changed) this.changed();
    for (const note of notes) this.#queue?.received(note);
  }

  #visible(archived: boolean): Note[] {
    const unsaved = new Set(this.#queue?.all());
    const notes = this.#stored.sorted(archived).filter(({ id }) => !unsaved.has(id));
    for (const id of unsaved) {
      const note = this.get(id);
      if (note?.is_archived !== archived) continue;
      const after = notes.findIndex((other) => compareNotes(note, other) < 0);
      notes.splice(after < 0 ? notes.length : after, 0, note);
    }
    return notes;
  }
}

function emptyNote(id: string): Note {
  const fields: Required<NotePatch> = {
    title: "",
    content: "",
    color: DEFAULT_COLOR,
    is_pinned: false,
    is_archived: false,
  };
  return { id, ...fields, is_cut: false, updated_at: "", revision: 0, change_number: 0 };
}

/** Rows in the first page, which should show at once, and in each later one. */
const FIRST_PART = 100;
const PART = 1000;

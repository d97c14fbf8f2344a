import { compareNotes, DEFAULT_COLOR, type Note, type NotePatch } from "./note.ts";
import type { SaveQueue } from "./save-queue.ts";
import { StoredNotes } from "./stored-notes.ts";

/** What the screen reads and subscribes to. */
export interface NoteList {
  notes: readonly Note[];
  /** False until the whole list has been read once. */
  complete: boolean;
}

/** What the lists are read from. */
export interface NoteReader {
  list(archived: boolean, from: number, most: number): Promise<{ notes: Note[]; count: number }>;
  changes(since: string): Promise<{ notes: Note[]; count: number }>;
  get(id: string): Promise<Note | null>;
}

/**
 * All notes of one person in this tab: what is stored, as far as it is known, and over it what is
 * typed and not stored yet. Plain state with a subscription; React reads snapshots of it.
 */
export class NoteBook {
  readonly #reader: NoteReader;
  readonly #stored: StoredNotes;
  /** When a note with unsaved changes was last changed here. */
  readonly #touched = new Map<string, string>();
  readonly #complete = { active: false, archived: false };
  readonly #listeners = new Set<() => void>();
  #lists: { active?: NoteList; archived?: NoteList } = {};
  #queue: SaveQueue | undefined;
  /** Known from the last visit only; the next complete reading says whether they are still there. */
  #restored: readonly Note[] = [];
  readonly #hidden = new Set<string>();
  readonly #overlays = new Map<string, Note>();

  /** @param onRow hears of every row that is new, another, or not there any more. */
  constructor(reader: NoteReader, onRow: (id: string) => void = () => {}) {
    this.#reader = reader;
    this.#stored = new StoredNotes(onRow);
  }

  /** Whose unsaved changes lie over what is stored. */
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

  /** One note as the screen shows it; the same object until something changes. */
  get(id: string): Note | undefined {
    if (this.#hidden.has(id)) return undefined;
    const stored = this.#stored.get(id);
    const patch = this.#queue?.unsaved(id);
    // Without its row, half a note would pass for a whole one.
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

  /** The rows of both views, as far as they are known. */
  allStored(): readonly Note[] {
    return [...this.#stored.all()];
  }

  /** Whether a view has been read to its end. */
  isComplete(archived: boolean): boolean {
    return this.#complete[archived ? "archived" : "active"];
  }

  /** Takes what was known at the last visit; what is known already is newer. */
  restore(notes: readonly Note[]): void {
    for (const note of notes) if (!this.#stored.get(note.id)) this.#stored.take(note);
    this.#restored = notes;
    this.#complete.active = true;
    this.#complete.archived = true;
    this.changed();
  }

  /** Remembers when a note was changed here, which puts it before all others. */
  touch(id: string): void {
    this.#touched.set(id, new Date().toISOString());
  }

  /** Takes a row as it is stored; one that is older than what is known changes nothing. */
  take(note: Note): void {
    if (this.#stored.take(note)) this.changed();
  }

  /** Takes a note out that was removed; what is still on its way from before must not bring it back. */
  forget(id: string): void {
    this.#stored.remove(id);
    this.changed();
  }

  /** Keeps a note off the screen while it is being removed. */
  hide(id: string): void {
    this.#hidden.add(id);
    this.changed();
  }

  unhide(id: string): void {
    this.#hidden.delete(id);
    this.changed();
  }

  /** Reads one view completely; its beginning shows as soon as it is there. */
  async load(archived: boolean): Promise<void> {
    // Notes can move to the front while the list is read, and push one over the edge between two parts.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const before = this.allStored();
      const seen = new Set<string>();
      let from = 0;
      let count = Number.POSITIVE_INFINITY;
      while (from < count) {
        const part = await this.#reader.list(archived, from, from === 0 ? FIRST_PART : PART);
        count = part.count;
        if (part.notes.length === 0) break;
        from += part.notes.length;
        this.#takeAll(part.notes);
        for (const { id } of part.notes) seen.add(id);
      }
      if (seen.size < count && attempt < 2) continue;
      for (const { id, is_archived } of [...before, ...this.#restored]) {
        const left = this.#stored.get(id)?.is_archived === archived && is_archived === archived;
        // One that is being changed here stays until it is clear what becomes of the changes.
        if (left && !seen.has(id) && !this.#queue?.unsaved(id)) this.#stored.drop(id);
      }
      break;
    }
    this.#restored = this.#restored.filter((note) => note.is_archived !== archived);
    this.#stored.recount();
    this.#complete[archived ? "archived" : "active"] = true;
    this.changed();
  }

  /** Reads what was changed elsewhere since the last time; true when notes seem to be missing here. */
  async sync(): Promise<boolean> {
    const { latest } = this.#stored;
    const since = new Date(latest === "" ? 0 : Date.parse(latest) - OVERLAP_MS).toISOString();
    const { notes, count } = await this.#reader.changes(since);
    this.#takeAll(notes);
    return this.#stored.counted(count);
  }

  /** Reads again what was read before. */
  async reload(): Promise<void> {
    await this.load(false);
    if (this.#complete.archived) await this.load(true);
  }

  /** The note with its whole text. Undefined when it does not exist any more. */
  async open(id: string): Promise<Note | undefined> {
    const note = this.get(id);
    if (!note?.is_cut) return note;
    const whole = await this.#reader.get(id);
    if (whole) this.take(whole);
    else this.forget(id);
    return this.get(id);
  }

  /** Has every snapshot made anew. */
  changed(): void {
    this.#lists = {};
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
    const notes = this.#stored
      .sorted(archived)
      .filter(({ id }) => !unsaved.has(id) && !this.#hidden.has(id));
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
  return { id, ...fields, is_cut: false, updated_at: "", revision: 0 };
}

/** Rows of the first part, which is to show at once, and of each later one. */
const FIRST_PART = 100;
const PART = 1000;

/** Two writes can be stored in another order than that of their times. */
const OVERLAP_MS = 10_000;

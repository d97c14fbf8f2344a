import { createEmitter } from "../../lib/observable.ts";
import { compareNotes, DEFAULT_COLOR, type Note } from "./note.ts";
import type { Draft } from "./note-draft.ts";
import { type NoteState, needsDecision, type Problem } from "./note-machine.ts";
import { ServerNotes, viewOf } from "./server-notes.ts";

/** One view of the notes. */
export interface NoteList {
  notes: readonly Note[];
  /** False until the whole list has been read once. */
  complete: boolean;
}

export type SaveState = { kind: "saved" } | { kind: "saving" } | Problem;

/**
 * All notes of one user in this tab: the server's rows, as far as known, with unsaved changes
 * applied. The screen subscribes to it; the outbox and the sync write to it.
 */
export class NotesStore {
  /** The server's rows. Change them within `update`. */
  readonly server: ServerNotes;
  readonly #unsaved = new Map<string, NoteState>();
  readonly #complete = { active: false, archived: false };
  readonly #emitter = createEmitter();
  #offline = false;
  #snapshots = newSnapshots();
  #updating = false;
  #changed = false;

  /** @param onRow called for every added, changed or removed row. */
  constructor(onRow: (id: string, row: Note | undefined) => void = () => {}) {
    this.server = new ServerNotes((id, row) => {
      this.#changed = true;
      onRow(id, row);
    });
  }

  subscribe = this.#emitter.subscribe;

  /** The notes of one view, sorted; the same object until something changes. */
  list(archived: boolean): NoteList {
    const view = viewOf(archived);
    this.#snapshots[view] ??= { notes: this.#visible(archived), complete: this.#complete[view] };
    return this.#snapshots[view];
  }

  /** One note as shown; the same object until something changes. */
  get(id: string): Note | undefined {
    const state = this.#unsaved.get(id);
    if (!state) return this.server.get(id);
    if (state.draft.removal === "wanted") return undefined;
    const base = this.server.get(id) ?? baseOf(state);
    if (!base) return undefined;
    const shown = this.#snapshots.patched.get(id) ?? patched(base, state);
    this.#snapshots.patched.set(id, shown);
    return shown;
  }

  /** The notes whose deletion is not confirmed yet; the same object until something changes. */
  removing = (): readonly Note[] => {
    this.#snapshots.removing ??= [...this.#unsaved].flatMap(([id, state]) => {
      const base = this.server.get(id) ?? baseOf(state);
      return base && state.draft.removal === "wanted" ? { ...base, ...state.draft.patch } : [];
    });
    return this.#snapshots.removing;
  };

  /** Whether the note is being deleted, which hides it, or its deletion is being undone. */
  removal(id: string): Draft["removal"] {
    return this.#unsaved.get(id)?.draft.removal;
  }

  /** The save state of one note, or the most severe one of all. */
  saveState(id?: string): SaveState {
    if (id === undefined) return mostSevere([...this.#unsaved.values()]);
    const state = this.#unsaved.get(id);
    return state ? saveStateOf(state) : SAVED;
  }

  /** The notes that need a decision. */
  undecided(): string[] {
    return [...this.#unsaved].filter(([, state]) => needsDecision(state)).map(([id]) => id);
  }

  unsavedIds(): string[] {
    return [...this.#unsaved.keys()];
  }

  /** The state of a note with unsaved changes. */
  unsaved(id: string): NoteState | null {
    return this.#unsaved.get(id) ?? null;
  }

  /** Whether one view has been read completely. */
  isComplete(archived: boolean): boolean {
    return this.#complete[viewOf(archived)];
  }

  /** Whether both views have been read completely. */
  isAllRead = (): boolean => this.isComplete(false) && this.isComplete(true);

  /**
   * Whether as many rows are known as the backend has. A note that was deleted elsewhere but edited
   * here stays until the user decides.
   */
  isCounted(): boolean {
    const isGone = (id: string) => this.saveState(id).kind === "gone" && this.server.get(id);
    return this.server.surplus() === this.undecided().filter(isGone).length;
  }

  /** Whether the last read got no response, so that the notes may be outdated. */
  isOffline = (): boolean => this.#offline;

  /** Makes changes, then notifies the subscribers once if any of them is visible. */
  update(change: () => void): void {
    if (this.#updating) {
      change();
      return;
    }
    this.#updating = true;
    try {
      change();
    } finally {
      this.#updating = false;
    }
    if (!this.#changed) return;
    this.#changed = false;
    this.#snapshots = newSnapshots();
    this.#emitter.emit();
  }

  setUnsaved(id: string, state: NoteState | null): void {
    this.update(() => {
      this.#changed ||= !looksLike(this.unsaved(id), state);
      if (state) this.#unsaved.set(id, state);
      else this.#unsaved.delete(id);
    });
  }

  setComplete(archived: boolean): void {
    this.update(() => {
      this.#changed ||= !this.isComplete(archived);
      this.#complete[viewOf(archived)] = true;
    });
  }

  setOffline(offline: boolean): void {
    this.update(() => {
      this.#changed ||= offline !== this.#offline;
      this.#offline = offline;
    });
  }

  #visible(archived: boolean): Note[] {
    if (this.#unsaved.size > MOST_PLACED) {
      const saved = this.server.sorted(archived).filter(({ id }) => !this.#unsaved.has(id));
      const others = [...this.#unsaved.keys()].flatMap((id) => this.get(id) ?? []);
      return [...saved, ...others.filter((note) => note.is_archived === archived)].sort(
        compareNotes,
      );
    }
    // The list is copied rather than filtered, because this runs with each key typed and few of ten
    // thousand notes are unsaved.
    const notes = [...this.server.sorted(archived)];
    for (const id of this.#unsaved.keys()) {
      const row = this.server.get(id);
      if (row?.is_archived === archived) notes.splice(notes.indexOf(row), 1);
    }
    for (const id of this.#unsaved.keys()) {
      const note = this.get(id);
      if (note?.is_archived !== archived) continue;
      const after = notes.findIndex((other) => compareNotes(note, other) < 0);
      notes.splice(after < 0 ? notes.length : after, 0, note);
    }
    return notes;
  }
}

/** Most unsaved notes that are placed one by one; several hundred are sorted with the others. */
const MOST_PLACED = 20;

interface Snapshots {
  active?: NoteList;
  archived?: NoteList;
  removing?: readonly Note[];
  patched: Map<string, Note>;
}

const newSnapshots = (): Snapshots => ({ patched: new Map() });

function patched(stored: Note, { draft: { patch }, editedAt }: NoteState): Note {
  const isWhole = patch.content !== undefined;
  const updated_at = editedAt ?? stored.updated_at;
  return { ...stored, ...patch, ...(isWhole && { is_cut: false }), updated_at };
}

function emptyNote(id: string): Note {
  const fields = { title: "", content: "", color: DEFAULT_COLOR, labels: [], remind_at: null };
  const flags = { is_pinned: false, is_archived: false, is_cut: false };
  return { id, ...fields, ...flags, updated_at: "", revision: 0, change_number: 0 };
}

/** A base for a note without a row, whose changes would otherwise be the whole note. */
function baseOf({ draft, problem }: NoteState): Note | undefined {
  if (problem?.kind === "conflict") return problem.theirs;
  return draft.isNew || problem?.kind === "gone" ? emptyNote(draft.id) : undefined;
}

/** Whether both look the same on the screen. */
function looksLike(one: NoteState | null, other: NoteState | null): boolean {
  if (!one || !other) return one === other;
  return (
    one.problem === other.problem &&
    one.editedAt === other.editedAt &&
    one.draft.patch === other.draft.patch &&
    one.draft.removal === other.draft.removal &&
    one.draft.isNew === other.draft.isNew
  );
}

const SAVED: SaveState = { kind: "saved" };
const SAVING: SaveState = { kind: "saving" };

function saveStateOf({ problem }: NoteState): SaveState {
  return problem ?? SAVING;
}

function mostSevere(states: readonly NoteState[]): SaveState {
  const all = states.map(saveStateOf);
  const first = (kind: SaveState["kind"]) => all.find((state) => state.kind === kind);
  return (
    first("conflict") ?? first("gone") ?? first("refused") ?? first("offline") ?? all[0] ?? SAVED
  );
}

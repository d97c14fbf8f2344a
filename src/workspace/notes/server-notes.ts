import { compareNotes, type Note } from "./note.ts";

/** The known rows of one user's notes, as stored on the server. Plain state. */
export class ServerNotes {
  readonly #onChange: (id: string, row: Note | undefined) => void;
  readonly #rows = new Map<string, Note>();
  /** Change numbers of deletions by note id; if unknown, the note's last known change number. */
  readonly #removed = new Map<string, number>();
  /** The sorted lists are cached, because typing into one note must not sort ten thousand. */
  #sorted: { active?: readonly Note[]; archived?: readonly Note[] } = {};
  /** Expected number of notes; NaN until counted. */
  #expected = Number.NaN;

  /** @param onChange called for every added, changed or removed row. */
  constructor(onChange: (id: string, row: Note | undefined) => void) {
    this.#onChange = onChange;
  }

  get(id: string): Note | undefined {
    return this.#rows.get(id);
  }

  all(): readonly Note[] {
    return [...this.#rows.values()];
  }

  /** One view, sorted; the same object until a row changes. */
  sorted(archived: boolean): readonly Note[] {
    this.#sorted[viewOf(archived)] ??= this.all()
      .filter((note) => note.is_archived === archived)
      .sort(compareNotes);
    return this.#sorted[viewOf(archived)] ?? [];
  }

  /** Adds a row; ignores it if it is older than the known one. Returns whether it was added. */
  add(note: Note): boolean {
    const { id, change_number } = note;
    const known = this.#rows.get(id);
    if (known) {
      const addsText = known.is_cut && !note.is_cut && known.change_number === change_number;
      if (known.change_number >= change_number && !addsText) return false;
    }
    if ((this.#removed.get(id) ?? -1) >= change_number) return false;
    if (!known) this.#expected += 1;
    this.#sorted = {};
    this.#rows.set(id, note);
    this.#onChange(id, note);
    return true;
  }

  /**
   * Removes a deleted note, so that responses still in flight cannot restore it.
   * @param deletion the change number of the deletion; rows above it have been restored.
   */
  remove(id: string, deletion?: number): void {
    const known = this.#rows.get(id)?.change_number;
    const last = deletion ?? known;
    if (last === undefined || (known ?? 0) > last) return;
    this.#removed.set(id, last);
    if (known === undefined) return;
    this.#expected -= 1;
    this.drop(id);
  }

  /** Removes a row that a complete read did not find. */
  drop(id: string): void {
    this.#sorted = {};
    if (this.#rows.delete(id)) this.#onChange(id, undefined);
  }

  /** The number of known rows beyond the expected number. */
  surplus(): number {
    return this.#rows.size - this.#expected;
  }

  setCount(count: number): void {
    this.#expected = count;
  }
}

export const viewOf = (archived: boolean) => (archived ? "archived" : "active");

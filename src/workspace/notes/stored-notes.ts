import { compareNotes, type Note } from "./note.ts";

/** The rows of one person's notes as far as they are known in this tab. Plain state. */
export class StoredNotes {
  readonly #onRow: (id: string) => void;
  readonly #rows = new Map<string, Note>();
  /** Notes that were removed, with the time of the last change known of each. */
  readonly #removed = new Map<string, string>();
  /** Typing into one note must not sort ten thousand. */
  #sorted: { active?: readonly Note[]; archived?: readonly Note[] } = {};
  /** How many notes there should be; not a number until it is counted. */
  #expected = Number.NaN;
  #latest = "";

  /** @param onRow hears of every row that is new, another, or not there any more. */
  constructor(onRow: (id: string) => void) {
    this.#onRow = onRow;
  }

  /** When the latest change known was made; empty while none is. */
  get latest(): string {
    return this.#latest;
  }

  get(id: string): Note | undefined {
    return this.#rows.get(id);
  }

  all(): IterableIterator<Note> {
    return this.#rows.values();
  }

  /** One view, sorted; the same object until a row changes. */
  sorted(archived: boolean): readonly Note[] {
    const view = archived ? "archived" : "active";
    const sorted =
      this.#sorted[view] ??
      [...this.#rows.values()].filter((note) => note.is_archived === archived).sort(compareNotes);
    this.#sorted[view] = sorted;
    return sorted;
  }

  /** Takes a row; one that is older than what is known changes nothing. Says whether it did. */
  take(note: Note): boolean {
    const known = this.#rows.get(note.id);
    if (known) {
      const addsText = known.is_cut && !note.is_cut && known.updated_at === note.updated_at;
      if (known.updated_at >= note.updated_at && !addsText) return false;
    }
    if ((this.#removed.get(note.id) ?? "") >= note.updated_at) return false;
    if (!known) this.#expected += 1;
    // The same text as before, of which this only tells the beginning.
    const sameText = known && note.is_cut && !known.is_cut && known.revision === note.revision;
    this.#sorted = {};
    this.#rows.set(note.id, sameText ? { ...note, content: known.content, is_cut: false } : note);
    if (note.updated_at > this.#latest) this.#latest = note.updated_at;
    this.#onRow(note.id);
    return true;
  }

  /** Takes a removed note out; what is still on its way from before must not bring it back. */
  remove(id: string): void {
    const note = this.#rows.get(id);
    if (!note) return;
    this.#removed.set(id, note.updated_at);
    this.#expected -= 1;
    this.drop(id);
  }

  /** Takes out a row that a complete reading did not find. */
  drop(id: string): void {
    this.#sorted = {};
    if (this.#rows.delete(id)) this.#onRow(id);
  }

  /** Has the next count be the first one. */
  recount(): void {
    this.#expected = Number.NaN;
  }

  /** Whether a count says that there are others than the known ones. */
  counted(count: number): boolean {
    const missed = !Number.isNaN(this.#expected) && this.#expected !== count;
    this.#expected = count;
    return missed;
  }
}

import type { Note, NotePatch } from "./note.ts";
import type { QueueSurroundings } from "./note-backend.ts";
import { NoteSender } from "./note-sender.ts";
import {
  type Entry,
  emptyDraft,
  isBack,
  isKnown,
  isUndecided,
  newEntry,
  overallState,
  type SaveState,
  stateOf,
} from "./queue-entry.ts";
import { addChanges, type Draft, dropClashes, fieldsOf, noteSent, rebase } from "./unsaved-note.ts";

/**
 * Saves notes without losing or overwriting a word: one request per note at a time, changes merged
 * while it is on its way, each save tied to the revision it started from, everything on the device
 * until the backend has confirmed it. Knows nothing of the screen.
 */
export class SaveQueue {
  readonly #around: QueueSurroundings;
  readonly #entries = new Map<string, Entry>();
  readonly #sender: NoteSender;

  constructor(around: QueueSurroundings) {
    this.#around = around;
    this.#sender = new NoteSender(around, {
      holds: (entry) => this.#entries.get(entry.draft.id) === entry,
      keep: (entry) => this.#keep(entry),
      settle: (entry, stored) => this.#settle(entry, stored),
    });
  }

  /** Takes a change of a stored note; `stored` is the row it was made on, with its whole text. */
  edit(id: string, patch: NotePatch, stored: Note, delayMs: number): void {
    const entry = this.#entries.get(id) ?? this.#add(emptyDraft(id, stored.revision));
    addChanges(entry.draft, patch, stored);
    if (entry.problem?.kind === "refused") entry.problem = null;
    if (isBack(entry, stored)) {
      this.#settle(entry, null);
      return;
    }
    this.#keep(entry);
    this.#sender.schedule(entry, delayMs);
  }

  /** Takes a note that is not stored yet and sends it at once. */
  create(id: string, fields: NotePatch): void {
    const entry = this.#add({ ...emptyDraft(id, 0), isNew: true, patch: fields });
    this.#keep(entry);
    this.#sender.schedule(entry, 0);
  }

  /** Goes on with what a tab that is no more has left; false when this note is being changed here. */
  restore(draft: Draft): boolean {
    if (this.#entries.has(draft.id)) return false;
    const entry = this.#add(structuredClone(draft));
    this.#keep(entry);
    this.#sender.schedule(entry, 0);
    return true;
  }

  /** The changes of a note that are not known to be stored. */
  unsaved(id: string): NotePatch | null {
    return this.#entries.get(id)?.draft.patch ?? null;
  }

  /** The ids of all notes with such changes. */
  all(): string[] {
    return [...this.#entries.keys()];
  }

  /** Whether a note is shown although no row of it is known: not stored yet, or not any more. */
  standsAlone(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && (entry.draft.isNew || entry.problem?.kind === "gone");
  }

  stateOf(id: string): SaveState {
    const entry = this.#entries.get(id);
    return entry ? stateOf(entry) : { kind: "saved" };
  }

  /** The notes that wait for a decision. */
  undecided(): string[] {
    return [...this.#entries.values()].filter(isUndecided).map(({ draft }) => draft.id);
  }

  /** What concerns most of all notes together. */
  overallState(): SaveState {
    return overallState([...this.#entries.values()]);
  }

  /** Tells of a row read or heard of elsewhere. */
  received(stored: Note): void {
    const entry = this.#entries.get(stored.id);
    // An answer on its way will say what became of it.
    if (!entry || entry.sending || entry.running) return;
    if (entry.theirs ? stored.revision === entry.theirs.revision : isKnown(entry, stored)) return;
    // Of a long text the list only tells the beginning.
    if (stored.is_cut && entry.draft.patch.content !== undefined) this.#sender.recheck(entry);
    else {
      this.#sender.meet(entry, stored);
      this.#sender.goOn(entry);
    }
  }

  /** Decides a conflict; for `both`, `copy` is what of mine goes into a new note. */
  resolve(id: string, choice: "mine" | "theirs", copy?: { id: string; fields: NotePatch }): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    // First, so that the text is never in no draft at all.
    if (copy) this.create(copy.id, copy.fields);
    const { theirs, draft } = entry;
    if (!theirs) {
      if (choice === "theirs") this.#settle(entry, null);
      return;
    }
    if (choice === "theirs") dropClashes(draft, theirs);
    entry.theirs = null;
    rebase(draft, theirs);
    this.#around.onChange(id, theirs);
    if (fieldsOf(draft.patch).length === 0) {
      this.#settle(entry, theirs);
      return;
    }
    this.#keep(entry);
    this.#sender.schedule(entry, 0);
  }

  /** Forgets a note that is about to be removed, once no request about it is on its way. */
  async drop(id: string): Promise<void> {
    await this.#entries.get(id)?.running;
    const entry = this.#entries.get(id);
    if (entry) this.#settle(entry, null);
  }

  /** Sends everything now; resolves when it is stored, or when it is clear that it cannot be. */
  async flush(id?: string): Promise<void> {
    const entries = [...this.#entries.values()].filter((entry) => !id || entry.draft.id === id);
    await Promise.all(entries.map((entry) => this.#sender.send(entry)));
  }

  /** What a page that is going away can still send with its last breath. */
  lastWords(): Draft[] {
    return [...this.#entries.values()]
      .filter((entry) => !isUndecided(entry))
      .map(({ draft }) => {
        noteSent(draft, draft.patch);
        this.#around.drafts.write(draft);
        return draft;
      });
  }

  /** Sends nothing any more; what is unsaved stays on the device. */
  stop(): void {
    this.#sender.stop();
    for (const { timer } of this.#entries.values()) clearTimeout(timer);
  }

  #add(draft: Draft): Entry {
    const entry = newEntry(draft);
    this.#entries.set(draft.id, entry);
    return entry;
  }

  #keep(entry: Entry): void {
    this.#around.drafts.write(entry.draft);
    this.#around.onChange(entry.draft.id, null);
  }

  #settle(entry: Entry, stored: Note | null): void {
    clearTimeout(entry.timer);
    this.#entries.delete(entry.draft.id);
    this.#around.drafts.remove(entry.draft.id);
    this.#around.onChange(entry.draft.id, stored);
  }
}

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
import {
  addChanges,
  type Draft,
  dropClashes,
  fieldsOf,
  isDeletion,
  noteSent,
  rebase,
} from "./unsaved-note.ts";

/**
 * Saves notes without losing or overwriting text: one request per note at a time, changes merged
 * while it is in flight, each save bound to the revision it started from, everything on the device
 * until the backend has confirmed it. Independent of the UI.
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
      removed: (entry) => {
        this.#settle(entry, null);
        around.onRemoved(entry.draft.id);
      },
      removalFailed: (entry, message) => around.onRemovalFailed(entry.draft.id, message),
    });
  }

  /** Adds changes to a stored note; `stored` is the complete row they were made on. */
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

  /** Adds a note that is not stored yet and sends it immediately. */
  create(id: string, fields: NotePatch): void {
    const entry = this.#add({ ...emptyDraft(id, 0), isNew: true, patch: fields });
    this.#keep(entry);
    this.#sender.schedule(entry, 0);
  }

  /** Takes over the draft of a closed tab; false when this note is being edited here. */
  restore(draft: Draft): boolean {
    if (this.#entries.has(draft.id)) return false;
    const entry = this.#add(structuredClone(draft));
    this.#keep(entry);
    this.#sender.schedule(entry, 0);
    return true;
  }

  /** The changes of a note that are not confirmed as stored. */
  unsaved(id: string): NotePatch | null {
    return this.#entries.get(id)?.draft.patch ?? null;
  }

  /** The ids of all notes with unsaved changes. */
  all(): string[] {
    return [...this.#entries.keys()];
  }

  /** Whether a note is shown without a known row: not stored yet, or deleted. */
  standsAlone(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && (entry.draft.isNew || entry.problem?.kind === "gone");
  }

  stateOf(id: string): SaveState {
    const entry = this.#entries.get(id);
    return entry ? stateOf(entry) : { kind: "saved" };
  }

  /** The notes that need a decision. */
  undecided(): string[] {
    return [...this.#entries.values()].filter(isUndecided).map(({ draft }) => draft.id);
  }

  /** The most severe save state of all notes. */
  overallState(): SaveState {
    return overallState([...this.#entries.values()]);
  }

  /** Call with every row that was read or received elsewhere. */
  received(stored: Note): void {
    const entry = this.#entries.get(stored.id);
    // The pending response will determine the result.
    if (!entry || entry.sending || entry.running) return;
    if (entry.theirs ? stored.revision === entry.theirs.revision : isKnown(entry, stored)) return;
    // The list contains only the start of a long text.
    if (stored.is_cut && entry.draft.patch.content !== undefined) this.#sender.recheck(entry);
    else {
      this.#sender.meet(entry, stored);
      this.#sender.goOn(entry);
    }
  }

  /** Resolves a conflict; for `both`, `copy` is the local version as a new note. */
  resolve(id: string, choice: "mine" | "theirs", copy?: { id: string; fields: NotePatch }): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    // First, so that the text is in a draft at any time.
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

  /**
   * Adds a deletion; `stored` is the row, if there is one. Unsaved changes are stored first, so
   * that the trash contains them.
   */
  remove(id: string, stored: Note | undefined): void {
    const known = this.#entries.get(id);
    const entry = known ?? (stored && this.#add(emptyDraft(id, stored.revision)));
    if (!entry) return;
    if (entry.problem?.kind === "refused") {
      // What the backend refuses cannot be stored first, either.
      if (entry.draft.isNew) {
        this.#settle(entry, null);
        return;
      }
      entry.draft.patch = {};
      entry.problem = null;
    }
    entry.draft.removal = "wanted";
    this.#keep(entry);
    this.#sender.schedule(entry, 0);
  }

  /** Undoes a deletion, whether or not it was sent or completed. */
  undoRemoval(id: string): void {
    const known = this.#entries.get(id);
    const entry = known ?? this.#add(emptyDraft(id, 0));
    const { draft } = entry;
    if (!known || draft.removalSent) draft.removal = "undone";
    else delete draft.removal;
    this.#keep(entry);
    this.#sender.schedule(entry, 0);
  }

  /** Whether the note is being deleted, which hides it from the screen. */
  isRemoving(id: string): boolean {
    return this.#entries.get(id)?.draft.removal === "wanted";
  }

  /** Whether a deletion of the note is being undone. */
  isRestoring(id: string): boolean {
    return this.#entries.get(id)?.draft.removal === "undone";
  }

  /** Sends everything now; resolves when it is stored, or when it certainly cannot be. */
  async flush(id?: string): Promise<void> {
    const entries = [...this.#entries.values()].filter((entry) => !id || entry.draft.id === id);
    await Promise.all(entries.map((entry) => this.#sender.send(entry)));
  }

  /** The drafts to send when the page is hidden. */
  lastWords(): Draft[] {
    return [...this.#entries.values()]
      .filter((entry) => !isUndecided(entry))
      .map(({ draft }) => {
        noteSent(draft, draft.patch);
        if (isDeletion(draft)) draft.removalSent = true;
        this.#around.drafts.write(draft);
        return draft;
      });
  }

  /** Stops sending; unsaved changes stay on the device. */
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

import { messageOf } from "../../lib/errors.ts";
import type { Note, NotePatch } from "./note.ts";
import { type QueueSurroundings, storeDraft } from "./note-backend.ts";
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
import { backoffMs, problemOf } from "./save-problem.ts";
import {
  addChanges,
  clashingFields,
  type Draft,
  dropClashes,
  fieldsOf,
  noteSent,
  rebase,
} from "./unsaved-note.ts";

/**
 * Saves notes without losing or overwriting a word: one request per note at a time, changes merged
 * while it is on its way, each save tied to the revision it started from, everything on the device
 * until the backend has confirmed it. Knows nothing of the screen.
 */
export class SaveQueue {
  readonly #around: QueueSurroundings;
  readonly #entries = new Map<string, Entry>();
  #stopped = false;

  constructor(around: QueueSurroundings) {
    this.#around = around;
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
    this.#schedule(entry, delayMs);
  }

  /** Takes a note that is not stored yet and sends it at once. */
  create(id: string, fields: NotePatch): void {
    const entry = this.#add({ ...emptyDraft(id, 0), isNew: true, patch: fields });
    this.#keep(entry);
    this.#schedule(entry, 0);
  }

  /** Goes on with what a tab that is no more has left; false when this note is being changed here. */
  restore(draft: Draft): boolean {
    if (this.#entries.has(draft.id)) return false;
    const entry = this.#add(structuredClone(draft));
    this.#keep(entry);
    this.#schedule(entry, 0);
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
    if (stored.is_cut && entry.draft.patch.content !== undefined) {
      // Without an answer, the next save will find out.
      const looked = this.#look(entry).catch(() => {});
      entry.running = looked.finally(() => {
        entry.running = null;
        entry.again = false;
        this.#goOn(entry);
      });
    } else {
      this.#meet(entry, stored);
      this.#goOn(entry);
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
    this.#schedule(entry, 0);
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
    await Promise.all(
      entries.map((entry) => {
        clearTimeout(entry.timer);
        entry.due = 0;
        return this.#run(entry);
      }),
    );
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
    this.#stopped = true;
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

  #schedule(entry: Entry, delayMs: number): void {
    // What needs no debounce takes along what waits for one.
    entry.due = delayMs === 0 ? 0 : Math.max(entry.due, Date.now() + delayMs);
    this.#wait(entry, Math.max(entry.due - Date.now(), 0));
  }

  #wait(entry: Entry, delayMs: number): void {
    clearTimeout(entry.timer);
    if (this.#stopped) return;
    if (delayMs === 0) void this.#run(entry);
    else entry.timer = setTimeout(() => void this.#run(entry), delayMs);
  }

  #run(entry: Entry): Promise<void> {
    entry.again = entry.running !== null;
    entry.running ??= this.#sendAll(entry).finally(() => {
      entry.running = null;
      // Asked for while the last round was already on its way out.
      if (entry.again) void this.#run(entry);
    });
    return entry.running;
  }

  /** Sends until nothing is due: what was typed meanwhile goes with the next request. */
  async #sendAll(entry: Entry): Promise<void> {
    while (this.#canSend(entry) && entry.due <= Date.now()) {
      try {
        await this.#send(entry);
      } catch (error) {
        this.#fail(entry, error);
        return;
      }
    }
    if (this.#canSend(entry)) this.#wait(entry, Math.max(entry.due - Date.now(), 1));
  }

  #canSend({ draft, theirs, problem }: Entry): boolean {
    if (this.#stopped || this.#entries.get(draft.id)?.draft !== draft) return false;
    return !theirs && (!problem || problem.kind === "offline");
  }

  async #send(entry: Entry): Promise<void> {
    const { draft } = entry;
    const sending = { ...draft.patch };
    entry.sending = sending;
    noteSent(draft, sending);
    this.#keep(entry);
    try {
      const stored = await storeDraft(this.#around.backend, draft, sending);
      if (stored) this.#follow(entry, stored);
      else await this.#look(entry);
    } finally {
      entry.sending = null;
    }
  }

  async #look(entry: Entry): Promise<void> {
    const stored = await this.#around.backend.get(entry.draft.id);
    if (this.#entries.get(entry.draft.id) !== entry) return;
    if (stored) this.#meet(entry, stored);
    else {
      entry.problem = { kind: "gone" };
      this.#keep(entry);
    }
  }

  /** Somebody else was faster: go on from there, or ask when both changed the same text. */
  #meet(entry: Entry, stored: Note): void {
    if (clashingFields(entry.draft, stored).length > 0) {
      entry.theirs = stored;
      entry.problem = null;
      this.#keep(entry);
    } else {
      entry.theirs = null;
      this.#follow(entry, stored);
    }
  }

  #follow(entry: Entry, stored: Note): void {
    entry.problem = null;
    entry.attempts = 0;
    rebase(entry.draft, stored);
    if (fieldsOf(entry.draft.patch).length === 0) {
      this.#settle(entry, stored);
      return;
    }
    this.#around.drafts.write(entry.draft);
    this.#around.onChange(entry.draft.id, stored);
  }

  #goOn(entry: Entry): void {
    if (this.#canSend(entry)) this.#wait(entry, Math.max(entry.due - Date.now(), 0));
  }

  #fail(entry: Entry, error: unknown): void {
    entry.problem = problemOf(error, messageOf(error));
    this.#around.onChange(entry.draft.id, null);
    if (entry.problem.kind !== "offline") return;
    entry.due = 0;
    this.#wait(entry, backoffMs(entry.attempts));
    entry.attempts += 1;
  }
}

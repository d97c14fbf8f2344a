import { messageOf } from "../../lib/errors.ts";
import type { Note } from "./note.ts";
import { type QueueSurroundings, storeDraft } from "./note-backend.ts";
import type { Entry } from "./queue-entry.ts";
import { backoffMs, problemOf } from "./save-problem.ts";
import { clashingFields, fieldsOf, noteSent, rebase } from "./unsaved-note.ts";

/** The queue as its sender sees it. */
export interface Ledger {
  /** Whether this is still what is to be saved of the note. */
  holds(entry: Entry): boolean;
  /** Puts what is unsaved on the device and says that something has changed. */
  keep(entry: Entry): void;
  /** Lets go of a note of which nothing is unsaved any more. */
  settle(entry: Entry, stored: Note | null): void;
}

/** Sends what is unsaved, one request per note at a time, and deals with what comes back. */
export class NoteSender {
  readonly #around: QueueSurroundings;
  readonly #ledger: Ledger;
  #stopped = false;

  constructor(around: QueueSurroundings, ledger: Ledger) {
    this.#around = around;
    this.#ledger = ledger;
  }

  /** Sends it after a pause, or at once. */
  schedule(entry: Entry, delayMs: number): void {
    // What needs no debounce takes along what waits for one.
    entry.due = delayMs === 0 ? 0 : Math.max(entry.due, Date.now() + delayMs);
    this.goOn(entry);
  }

  /** Sends it now; resolves when it is stored, or when it is clear that it cannot be. */
  send(entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    entry.due = 0;
    return this.#run(entry);
  }

  /** Goes on with what is due, or will be. */
  goOn(entry: Entry): void {
    if (this.#canSend(entry)) this.#wait(entry, Math.max(entry.due - Date.now(), 0));
    else clearTimeout(entry.timer);
  }

  /** Looks at what is stored, then goes on; without an answer, the next save will find out. */
  recheck(entry: Entry): void {
    const looked = this.#look(entry).catch(() => {});
    entry.running = looked.finally(() => {
      entry.running = null;
      entry.again = false;
      this.goOn(entry);
    });
  }

  /** Somebody else was faster: goes on from there, or asks when both changed the same text. */
  meet(entry: Entry, stored: Note): void {
    if (clashingFields(entry.draft, stored).length > 0) {
      entry.theirs = stored;
      entry.problem = null;
      this.#ledger.keep(entry);
    } else {
      entry.theirs = null;
      this.#follow(entry, stored);
    }
  }

  /** Sends nothing any more. */
  stop(): void {
    this.#stopped = true;
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
        await this.#sendOnce(entry);
      } catch (error) {
        this.#fail(entry, error);
        return;
      }
    }
    if (this.#canSend(entry)) this.#wait(entry, Math.max(entry.due - Date.now(), 1));
  }

  #canSend(entry: Entry): boolean {
    const { theirs, problem } = entry;
    if (this.#stopped || !this.#ledger.holds(entry)) return false;
    return !theirs && (!problem || problem.kind === "offline");
  }

  async #sendOnce(entry: Entry): Promise<void> {
    const { draft } = entry;
    const sending = { ...draft.patch };
    entry.sending = sending;
    noteSent(draft, sending);
    this.#ledger.keep(entry);
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
    if (!this.#ledger.holds(entry)) return;
    if (stored) this.meet(entry, stored);
    else {
      entry.problem = { kind: "gone" };
      this.#ledger.keep(entry);
    }
  }

  #follow(entry: Entry, stored: Note): void {
    entry.problem = null;
    entry.attempts = 0;
    rebase(entry.draft, stored);
    if (fieldsOf(entry.draft.patch).length === 0) {
      this.#ledger.settle(entry, stored);
      return;
    }
    this.#around.drafts.write(entry.draft);
    this.#around.onChange(entry.draft.id, stored);
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

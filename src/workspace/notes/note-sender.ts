import { messageOf } from "../../lib/errors.ts";
import type { Note, NotePatch } from "./note.ts";
import { type QueueSurroundings, storeDraft } from "./note-backend.ts";
import type { Entry } from "./queue-entry.ts";
import { backoffMs, isFinal, problemOf } from "./save-problem.ts";
import {
  clashingFields,
  fieldsOf,
  isDeletion,
  isOwnWrite,
  keepNote,
  noteSent,
  rebase,
} from "./unsaved-note.ts";

/** The save queue from its sender's perspective. */
export interface Ledger {
  /** Whether this is still the note's current entry. */
  holds(entry: Entry): boolean;
  /** Persists the draft on the device and notifies subscribers. */
  keep(entry: Entry): void;
  /** Releases a note without unsaved changes. */
  settle(entry: Entry, stored: Note | null): void;
  /** Releases a note whose deletion is complete. */
  removed(entry: Entry): void;
  /** Reports that a deletion, or its undo, failed permanently, and why. */
  removalFailed(entry: Entry, message: string): void;
}

/** Sends unsaved changes, one request per note at a time, and handles the responses. */
export class NoteSender {
  readonly #around: QueueSurroundings;
  readonly #ledger: Ledger;
  #stopped = false;

  constructor(around: QueueSurroundings, ledger: Ledger) {
    this.#around = around;
    this.#ledger = ledger;
  }

  /** Schedules a send, immediately or after a delay. */
  schedule(entry: Entry, delayMs: number): void {
    // An immediate send includes debounced changes.
    entry.due = delayMs === 0 ? 0 : Math.max(entry.due, Date.now() + delayMs);
    this.goOn(entry);
  }

  /** Sends now; resolves when it is stored, or when it certainly cannot be. */
  send(entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    entry.due = 0;
    return this.#run(entry);
  }

  /** Schedules what is due now or later. */
  goOn(entry: Entry): void {
    if (this.#canSend(entry)) this.#wait(entry, Math.max(entry.due - Date.now(), 0));
    else clearTimeout(entry.timer);
  }

  /** Reads the stored row, then continues; without a response, the next save detects conflicts. */
  recheck(entry: Entry): void {
    const looked = this.#look(entry).catch(() => {});
    entry.running = looked.finally(() => {
      entry.running = null;
      entry.again = false;
      this.goOn(entry);
    });
  }

  /** Handles a change elsewhere: rebases, or reports a conflict when both changed the same text. */
  meet(entry: Entry, stored: Note): void {
    if (entry.draft.removal === "wanted" && !isOwnWrite(entry.draft, stored)) {
      this.#keepNote(entry, CHANGED_ELSEWHERE);
    }
    if (clashingFields(entry.draft, stored).length > 0) {
      entry.theirs = stored;
      entry.problem = null;
      this.#ledger.keep(entry);
    } else {
      entry.theirs = null;
      this.#follow(entry, stored);
    }
  }

  /** Stops sending. */
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
      // Requested while the last round was ending.
      if (entry.again) void this.#run(entry);
    });
    return entry.running;
  }

  /** Sends until nothing is due: changes made meanwhile go with the next request. */
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
    if (draft.removal === "undone") return this.#restore(entry);
    if (isDeletion(draft)) return this.#remove(entry);
    if (!draft.isNew && fieldsOf(draft.patch).length === 0) {
      this.#ledger.settle(entry, null);
      return;
    }
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

  async #remove(entry: Entry): Promise<void> {
    const { draft } = entry;
    draft.removalSent = true;
    this.#ledger.keep(entry);
    const { backend } = this.#around;
    const done = await backend.remove(draft.id, draft.revision);
    const stored = done ? null : await backend.get(draft.id);
    // Undone meanwhile; the restore is sent next.
    if (!this.#ledger.holds(entry) || draft.removal !== "wanted") return;
    // Undone, edited and deleted again meanwhile: the trash lacks the latest text.
    if (fieldsOf(draft.patch).length > 0) return;
    if (stored) {
      this.#keepNote(entry, CHANGED_ELSEWHERE);
      this.meet(entry, stored);
    } else this.#ledger.removed(entry);
  }

  async #restore(entry: Entry): Promise<void> {
    const { draft } = entry;
    const stored = await this.#around.backend.restore(draft.id);
    if (!this.#ledger.holds(entry)) return;
    if (draft.removal !== "undone") {
      // Deleted again while the request was in flight.
      if (stored) rebase(draft, stored);
      return;
    }
    keepNote(draft);
    if (stored) this.meet(entry, stored);
    else if (fieldsOf(draft.patch).length > 0) {
      entry.problem = { kind: "gone" };
      this.#ledger.keep(entry);
    } else {
      this.#ledger.settle(entry, null);
      this.#ledger.removalFailed(entry, NOT_IN_TRASH);
    }
  }

  /** Cancels the deletion or its undo. */
  #keepNote(entry: Entry, message: string): void {
    keepNote(entry.draft);
    this.#ledger.removalFailed(entry, message);
  }

  async #look(entry: Entry): Promise<void> {
    const { draft } = entry;
    const stored = await this.#around.backend.get(draft.id);
    if (!this.#ledger.holds(entry)) return;
    if (stored) this.meet(entry, stored);
    else if (draft.removal === "wanted" && !hasText(draft.patch)) this.#ledger.removed(entry);
    else if (draft.removal !== "undone") {
      // The latest text is not in the trash.
      if (draft.removal) this.#keepNote(entry, DELETED_ELSEWHERE);
      entry.problem = { kind: "gone" };
      this.#ledger.keep(entry);
    }
  }

  #follow(entry: Entry, stored: Note): void {
    entry.problem = null;
    entry.attempts = 0;
    rebase(entry.draft, stored);
    if (fieldsOf(entry.draft.patch).length === 0 && !entry.draft.removal) {
      this.#ledger.settle(entry, stored);
      return;
    }
    this.#around.drafts.write(entry.draft);
    this.#around.onChange(entry.draft.id, stored);
  }

  #fail(entry: Entry, error: unknown): void {
    const { draft } = entry;
    if (draft.removal && isFinal(error)) {
      this.#keepNote(entry, messageOf(error));
      if (!draft.isNew && fieldsOf(draft.patch).length === 0) {
        this.#ledger.settle(entry, null);
        return;
      }
    }
    entry.problem = problemOf(error, messageOf(error));
    this.#around.onChange(entry.draft.id, null);
    if (entry.problem.kind !== "offline") return;
    entry.due = 0;
    this.#wait(entry, backoffMs(entry.attempts));
    entry.attempts += 1;
  }
}

const hasText = ({ title, content }: NotePatch) => title !== undefined || content !== undefined;

const CHANGED_ELSEWHERE = "This note was changed elsewhere in the meantime, so it was not deleted.";
const DELETED_ELSEWHERE =
  "This note was deleted elsewhere before your last changes were saved. They are kept on this device.";
const NOT_IN_TRASH = "This note is no longer in the trash. It was deleted permanently.";

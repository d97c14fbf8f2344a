import { BackendError } from "../../lib/errors.ts";
import type { DraftStore } from "./draft-store.ts";
import { anyNote } from "./note.fixture.ts";
import type { Note, NotePatch } from "./note.ts";
import type { Draft } from "./note-draft.ts";
import type { NoteBackend } from "./notes-api.ts";
import { NotesStore } from "./notes-store.ts";
import { Outbox } from "./outbox.ts";

/** A backend that enforces revisions and can be slow, offline, or lose responses after storing. */
export class FakeBackend implements NoteBackend {
  rows = new Map<string, Note>([["a", anyNote("a", { title: "old title", content: "old" })]]);
  trash = new Map<string, Note>();
  /** Saves of stored notes, in order of arrival. */
  requests: { id: string; revision: number; patch: NotePatch }[] = [];
  attempts = 0;
  offline = false;
  /** Number of upcoming writes that are stored but whose response is lost. */
  loseResponses = 0;
  delayMs = 0;
  refuse: BackendError | null = null;
  maxConcurrent = 0;
  #concurrent = 0;

  async create(id: string, fields: NotePatch): Promise<Note | null> {
    return this.#respond(() => {
      if (this.rows.has(id) || this.trash.has(id)) return null;
      const row = anyNote(id, structuredClone(fields));
      this.rows.set(id, row);
      return row;
    });
  }

  async save(id: string, revision: number, patch: NotePatch): Promise<Note | null> {
    this.requests.push({ id, revision, patch });
    return this.#respond(() =>
      this.rows.get(id)?.revision === revision ? this.write(id, patch) : null,
    );
  }

  async remove(id: string, revision: number): Promise<boolean> {
    return this.#respond(() => {
      const row = this.rows.get(id);
      if (row?.revision !== revision) return false;
      this.rows.delete(id);
      this.trash.set(id, row);
      return true;
    });
  }

  async restore(id: string): Promise<Note | null> {
    return this.#respond(() => {
      const row = this.trash.get(id);
      if (row) this.rows.set(id, { ...row, ...later(row) });
      this.trash.delete(id);
      return this.rows.get(id) ?? null;
    });
  }

  async get(id: string): Promise<Note | null> {
    await this.#transmit();
    return this.rows.get(id) ?? null;
  }

  /** Changes a row as another device would. */
  write(id: string, patch: NotePatch): Note {
    const before = this.rows.get(id) as Note;
    // A response contains equal lists that are not identical.
    const row = structuredClone({ ...before, ...patch, ...later(before) });
    this.rows.set(id, row);
    return row;
  }

  async #respond<T>(write: () => T): Promise<T> {
    this.attempts += 1;
    // Without this limit, a test of immediate retries would never end.
    if (this.attempts > 5_000) this.refuse = new BackendError("Too many requests", { status: 400 });
    this.#concurrent += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.#concurrent);
    try {
      await this.#transmit();
      const stored = write();
      if (this.loseResponses > 0) {
        this.loseResponses -= 1;
        throw new BackendError("Failed to fetch");
      }
      if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
      return stored;
    } finally {
      this.#concurrent -= 1;
    }
  }

  async #transmit(): Promise<void> {
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.offline) throw new BackendError("Failed to fetch");
    if (this.refuse) throw this.refuse;
  }
}

function later({ revision, change_number }: Note) {
  return { revision: revision + 1, change_number: change_number + 1 };
}

/** A tab: its notes, its outbox, and its drafts on the device. */
export class FakeTab {
  readonly store = new NotesStore();
  readonly outbox: Outbox;
  readonly drafts = new Map<string, Draft>();
  /** The ids of deleted notes, and the reasons of failed deletions. */
  readonly removed: string[] = [];
  readonly failures: string[] = [];
  /** The drafts left by closed tabs. */
  left: Draft[];
  readonly #backend: FakeBackend;
  #crashed = false;

  constructor(backend: FakeBackend, left: Iterable<Draft> = []) {
    this.#backend = backend;
    this.left = [...left];
    for (const row of backend.rows.values()) this.store.server.add(row);
    const drafts: DraftStore = {
      // A closed tab's requests may still be answered, but it no longer writes anything.
      write: (draft: Draft) =>
        void (this.#crashed || this.drafts.set(draft.id, structuredClone(draft))),
      remove: (id: string) => void (this.#crashed || this.drafts.delete(id)),
      isAvailable: () => true,
      others: async () => this.left.map(({ id }) => id),
      takeOver: async (take) => {
        this.left = this.left.filter((draft) => !take(draft));
      },
    };
    this.outbox = new Outbox({
      store: this.store,
      backend,
      drafts,
      broadcast: (message) => {
        if ("removed" in message) this.removed.push(message.removed);
      },
    });
    this.outbox.onRemovalFailed((_id, message) => this.failures.push(message));
    this.outbox.takeOver();
  }

  /** The note as its editor shows it. */
  shown(id: string): Note {
    return this.store.get(id) ?? anyNote(id);
  }

  /** Whether the note is on the screen and can be edited. */
  isShown(id: string): boolean {
    return this.store.server.get(id) !== undefined && this.store.removal(id) !== "wanted";
  }

  type(id: string, field: "title" | "content", text: string): void {
    this.outbox.edit(id, { [field]: text });
  }

  label(id: string, label: string, on: boolean): void {
    const others = this.shown(id).labels.filter((other) => other !== label);
    this.outbox.edit(id, { labels: on ? [...others, label] : others });
  }

  /** Receives a row, as from another tab or a read. */
  receive(row: Note): void {
    this.outbox.receiveMessage({ stored: row });
  }

  /** Resolves the conflict, if there is one. */
  resolve(id: string, choice: "mine" | "theirs" | "both", copyId: string): void {
    if (this.store.undecided().includes(id)) this.outbox.resolve(id, choice, copyId);
  }

  crash(): void {
    this.#crashed = true;
    this.outbox.stop();
  }

  /** Opens the next tab, which finds the drafts of this one. */
  reopen(): FakeTab {
    return new FakeTab(this.#backend, this.drafts.values());
  }
}

/** A backend with one note, `a`, and a tab that knows it. */
export function openTab(): { backend: FakeBackend; tab: FakeTab } {
  const backend = new FakeBackend();
  return { backend, tab: new FakeTab(backend) };
}

import { BackendError } from "../../lib/errors.ts";
import { CONTENT_DEBOUNCE_MS, type Note, type NotePatch, TITLE_DEBOUNCE_MS } from "./note.ts";
import type { NoteBackend } from "./note-backend.ts";
import { SaveQueue } from "./save-queue.ts";
import type { Draft } from "./unsaved-note.ts";

/** A backend that enforces revisions and can be slow, offline, or lose responses after storing. */
export class FakeNotes implements NoteBackend {
  rows = new Map<string, Note>([["a", note("a", { title: "old title", content: "old" })]]);
  trash = new Map<string, Note>();
  /** Saves of stored notes, in order of arrival. */
  requests: { id: string; revision: number; patch: NotePatch }[] = [];
  attempts = 0;
  offline = false;
  /** Number of upcoming writes that are stored but whose response is lost. */
  loseAnswers = 0;
  delayMs = 0;
  refuse: BackendError | null = null;
  mostAtOnce = 0;
  #atOnce = 0;

  async create(id: string, fields: NotePatch): Promise<Note> {
    return this.#answer(() => {
      if (this.rows.has(id) || this.trash.has(id)) throw duplicate;
      this.rows.set(id, note(id, fields));
      return this.rows.get(id) as Note;
    });
  }

  async save(id: string, revision: number, patch: NotePatch): Promise<Note | null> {
    this.requests.push({ id, revision, patch });
    return this.#answer(() =>
      this.rows.get(id)?.revision === revision ? this.write(id, patch) : null,
    );
  }

  async remove(id: string, revision: number): Promise<boolean> {
    return this.#answer(() => {
      const row = this.rows.get(id);
      if (row?.revision !== revision) return false;
      this.rows.delete(id);
      this.trash.set(id, row);
      return true;
    });
  }

  async restore(id: string): Promise<Note | null> {
    return this.#answer(() => {
      const row = this.trash.get(id);
      if (row) this.rows.set(id, { ...row, ...later(row) });
      this.trash.delete(id);
      return this.rows.get(id) ?? null;
    });
  }

  async get(id: string): Promise<Note | null> {
    await this.#pass();
    return this.rows.get(id) ?? null;
  }

  /** Changes a row as another device would. */
  write(id: string, patch: NotePatch): Note {
    const before = this.rows.get(id) as Note;
    const row = { ...before, ...patch, ...later(before) };
    this.rows.set(id, row);
    return row;
  }

  async #answer<T>(write: () => T): Promise<T> {
    this.attempts += 1;
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    try {
      await this.#pass();
      const stored = write();
      if (this.loseAnswers > 0) {
        this.loseAnswers -= 1;
        throw new BackendError("Failed to fetch");
      }
      if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
      return stored;
    } finally {
      this.#atOnce -= 1;
    }
  }

  async #pass(): Promise<void> {
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.offline) throw new BackendError("Failed to fetch");
    if (this.refuse) throw this.refuse;
  }
}

const duplicate = new BackendError("duplicate", { status: 409, code: "23505" });

function later({ revision, change_number }: Note) {
  return { revision: revision + 1, change_number: change_number + 1 };
}

/** A tab: its stored rows, its unsaved changes, and its drafts on the device. */
export class FakeTab {
  readonly queue: SaveQueue;
  readonly drafts = new Map<string, Draft>();
  /** The ids of deleted notes, and the reasons of failed deletions. */
  readonly removed: string[] = [];
  readonly failures: string[] = [];
  readonly #backend: FakeNotes;
  readonly #known: Map<string, Note>;
  #dead = false;

  constructor(backend: FakeNotes, left: Iterable<Draft> = []) {
    this.#backend = backend;
    this.#known = new Map(backend.rows);
    const drafts = {
      // A closed tab's requests may still be answered, but it no longer writes anything.
      write: (draft: Draft) =>
        void (this.#dead || this.drafts.set(draft.id, structuredClone(draft))),
      remove: (id: string) => void (this.#dead || this.drafts.delete(id)),
    };
    this.queue = new SaveQueue({
      backend,
      drafts,
      onChange: (id, stored) => {
        const known = this.#known.get(id);
        if (stored && stored.revision >= (known?.revision ?? 0)) this.#known.set(id, stored);
      },
      onRemoved: (id) => {
        this.removed.push(id);
        this.#known.delete(id);
      },
      onRemovalFailed: (_id, message) => this.failures.push(message),
    });
    for (const draft of left) this.queue.restore(draft);
  }

  /** The note as its editor shows it. */
  shown(id: string): Note {
    return { ...(this.#known.get(id) ?? note(id, {})), ...this.queue.unsaved(id) };
  }

  /** Whether the note is on the screen, editable. */
  isShown(id: string): boolean {
    return this.#known.has(id) && !this.queue.isRemoving(id);
  }

  type(id: string, field: "title" | "content", text: string): void {
    const delay = field === "title" ? TITLE_DEBOUNCE_MS : CONTENT_DEBOUNCE_MS;
    this.queue.edit(id, { [field]: text }, this.#known.get(id) as Note, delay);
  }

  remove(id: string): void {
    this.queue.remove(id, this.#known.get(id));
  }

  change(id: string, patch: NotePatch): void {
    this.queue.edit(id, patch, this.#known.get(id) as Note, 0);
  }

  /** Receives a row from another tab or a read. */
  hear(stored: Note): void {
    const known = this.#known.get(stored.id);
    if (!known || known.revision < stored.revision) this.#known.set(stored.id, stored);
    this.queue.received(stored);
  }

  resolve(id: string, choice: "mine" | "theirs" | "both", copyId: string): void {
    if (!this.queue.undecided().includes(id)) return;
    const { title, content } = this.shown(id);
    if (choice === "both") {
      this.queue.resolve(id, "theirs", { id: copyId, fields: { title, content } });
    } else this.queue.resolve(id, choice);
  }

  crash(): void {
    this.#dead = true;
    this.queue.stop();
  }

  /** Opens the next tab, which finds what this one has left. */
  reopen(): FakeTab {
    return new FakeTab(this.#backend, this.drafts.values());
  }
}

/** A backend with one note, `a`, and a tab that knows it. */
export function openTab(): { backend: FakeNotes; tab: FakeTab } {
  const backend = new FakeNotes();
  return { backend, tab: new FakeTab(backend) };
}

function note(id: string, fields: NotePatch): Note {
  const base = { title: "", content: "", color: "#1F2937", is_pinned: false, is_archived: false };
  return {
    id,
    ...base,
    ...fields,
    is_cut: false,
    updated_at: "2026-01-01",
    revision: 1,
    change_number: 1,
  };
}

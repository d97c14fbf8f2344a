import { isUnanswered } from "../../lib/errors.ts";
import { newId } from "../../lib/new-id.ts";
import { openCopy } from "../shell/device-copy.ts";
import { beforeSignOut } from "../shell/unfinished-work.ts";
import { openDrafts } from "./draft-store.ts";
import { keepNotes } from "./kept-notes.ts";
import {
  CONTENT_DEBOUNCE_MS,
  type Note,
  type NotePatch,
  TITLE_DEBOUNCE_MS,
  UNTITLED,
} from "./note.ts";
import { NoteBook } from "./note-book.ts";
import {
  createNoteBackend,
  listChanges,
  listNotes,
  listWholeNotes,
  searchLongNotes,
  sendLastWords,
  sweepTrash,
} from "./notes-api.ts";
import { SaveQueue } from "./save-queue.ts";
import type { Draft } from "./unsaved-note.ts";

/** The notes of one user in this tab, with all operations on them. */
export interface Notes {
  book: NoteBook;
  queue: SaveQueue;
  /** Whether unsaved text is stored safely on this device. */
  keepsDrafts(): boolean;
  /** Stores the text of a note that is not created yet; if the tab dies, it becomes a note. */
  keepTyped(id: string, fields: NotePatch): void;
  /** Deletes that stored text. */
  dropTyped(id: string): void;
  /** Adds a note; shown immediately. */
  create(id: string, fields: NotePatch): void;
  /** Changes a note; shown immediately and saved after the debounce of its fields. */
  edit(id: string, patch: NotePatch): void;
  /** Moves a note to the trash: on the screen immediately, in the backend once it responds. */
  remove(id: string): void;
  /** Restores a note from the trash, even if the backend has not received its deletion yet. */
  restore(id: string): void;
  /** Notifies when a deletion or restore has failed permanently. Returns the unsubscriber. */
  onRemovalFailed(listener: RemovalFailed): () => void;
  /** Resolves a conflict between the local text and the stored one. */
  resolve(id: string, choice: "mine" | "theirs" | "both"): void;
  /**
   * Reads one view completely. Without a timely response, the cached notes are shown meanwhile.
   * @throws {BackendError} when it cannot be read, even if cached notes are shown.
   */
  load(archived: boolean): Promise<void>;
  /** Fetches changes made elsewhere and takes over drafts left by closed tabs. */
  sync(): Promise<void>;
  /** Whether the last read got no response. Changes notify the book's subscribers. */
  isOffline(): boolean;
  /** The ids of the long notes that contain all these words beyond the part in the list. */
  searchLong(words: string, signal: AbortSignal): Promise<string[]>;
}

type RemovalFailed = (id: string, message: string) => void;

const opened = new Map<string, Notes>();

/** The notes of a user; saving continues across screens. */
export function openNotes(userId: string): Notes {
  const notes = opened.get(userId) ?? open(userId);
  opened.set(userId, notes);
  return notes;
}

type News = { stored: Note } | { removed: string };

function open(userId: string): Notes {
  const backend = createNoteBackend(userId);
  const drafts = openDrafts(userId, newId());
  const channel = new BroadcastChannel(`foyer-notes-${userId}`);
  const tell = (news: News) => channel.postMessage(news);
  const kept = keepNotes(openCopy(userId), (id) => book.stored(id));
  const removalFailed = new Set<RemovalFailed>();
  let offline = false;
  const book: NoteBook = new NoteBook(
    {
      list: (...part) => listNotes(userId, ...part),
      changes: (since) => listChanges(userId, since),
      async get(id) {
        const row = book.stored(id);
        // Exactly this version is cached, so no request is needed.
        return (row && (await kept.whole(row))) ?? backend.get(id);
      },
    },
    kept.changed,
  );
  const queue = new SaveQueue({
    backend,
    drafts,
    onChange(_id, stored) {
      if (stored) {
        book.take(stored);
        tell({ stored });
      }
      book.changed();
    },
    onRemoved(id) {
      book.forget(id);
      tell({ removed: id });
    },
    onRemovalFailed(id, message) {
      for (const listener of removalFailed) listener(id, message);
    },
  });
  book.attach(queue);
  channel.addEventListener("message", ({ data }: MessageEvent<News>) => {
    if ("removed" in data) {
      // Unsaved text stays visible until the conflict is resolved.
      if (queue.unsaved(data.removed)) void queue.flush(data.removed);
      else book.forget(data.removed);
    } else {
      book.take(data.stored);
      queue.received(data.stored);
    }
  });
  saveBeforeLeaving(userId, queue, drafts.works);
  addEventListener("pagehide", kept.flush);
  addEventListener("offline", () => {
    // Reports offline immediately, unless the backend runs on this device.
    void answered(() => book.sync().then(() => {})).catch(() => {});
  });
  takeOverDrafts();

  function takeOverDrafts(): void {
    drafts.takeOver((draft) => {
      book.touch(draft.id);
      return queue.restore(draft);
    });
  }

  function edit(id: string, patch: NotePatch): void {
    const stored = book.stored(id) ?? book.get(id);
    if (!stored) return;
    book.touch(id);
    queue.edit(id, patch, stored, delayOf(patch));
  }

  /** Returns the id of the new note with the local version, if any. */
  function resolve(id: string, choice: "mine" | "theirs" | "both"): string | null {
    const mine = book.get(id);
    const { kind } = queue.stateOf(id);
    let copyId: string | null = null;
    if (choice !== "both" || !mine) queue.resolve(id, choice === "both" ? "mine" : choice);
    else {
      const { title, content, color, is_pinned } = mine;
      copyId = newId();
      book.touch(copyId);
      queue.resolve(id, "theirs", { id: copyId, fields: { title, content, color, is_pinned } });
    }
    if (kind === "gone") book.forget(id);
    return copyId;
  }

  return {
    book,
    queue,
    keepsDrafts: drafts.works,
    keepTyped: (id, fields) => drafts.write(newDraft(id, fields)),
    dropTyped: drafts.remove,
    create(id, fields) {
      book.touch(id);
      queue.create(id, { ...fields, title: fields.title || UNTITLED });
    },
    edit,
    remove(id) {
      // Both texts of a conflict go to the trash, each as its own note.
      const copy = queue.undecided().includes(id) ? resolve(id, "both") : null;
      if (copy) queue.remove(copy, undefined);
      queue.remove(id, book.stored(id));
    },
    restore: (id) => queue.undoRemoval(id),
    onRemovalFailed(listener) {
      removalFailed.add(listener);
      return () => removalFailed.delete(listener);
    },
    resolve,
    async load(archived) {
      const late = setTimeout(showKept, PATIENCE_MS, archived);
      try {
        await answered(() => book.load(archived));
        // Retries whatever was waiting, possibly since before a sign-in.
        void queue.flush();
      } catch (error) {
        if (isUnanswered(error)) await showKept(archived);
        throw error;
      } finally {
        clearTimeout(late);
      }
      if (!archived) setTimeout(keepUp, SETTLED_MS);
    },
    async sync() {
      takeOverDrafts();
      await answered(async () => {
        if (await book.sync()) await book.reload();
      });
      void kept.keepTexts(book.allStored(), readWhole);
    },
    isOffline: () => offline,
    async searchLong(words, signal) {
      try {
        if (!offline) return await searchLongNotes(words, signal);
      } catch (error) {
        if (!isUnanswered(error)) throw error;
      }
      return kept.search(words);
    },
  };

  /** Reads, and tracks whether the backend responds. */
  async function answered(read: () => Promise<void>): Promise<void> {
    try {
      await read();
      if (offline) void queue.flush();
      setOffline(false);
    } catch (error) {
      setOffline(isUnanswered(error));
      throw error;
    }
  }

  function setOffline(is: boolean): void {
    if (offline === is) return;
    offline = is;
    book.changed();
  }

  async function showKept(archived: boolean): Promise<void> {
    if (book.isComplete(archived)) return;
    const notes = await kept.read();
    if (!notes || book.isComplete(archived)) return;
    book.restore(notes);
    setOffline(true);
  }

  /** Updates the offline cache while idle. */
  async function keepUp(): Promise<void> {
    try {
      if (!book.isComplete(true)) await book.load(true);
      await sweepTrash(userId);
    } catch {
      return;
    }
    await kept.keepAll(book.allStored());
    await kept.keepTexts(book.allStored(), readWhole);
  }

  function readWhole(ids: readonly string[]): Promise<Note[]> {
    return listWholeNotes(userId, ids);
  }
}

/** How long to wait before cached notes are shown, in milliseconds. */
const PATIENCE_MS = 1_500;

/** Delay from showing the list to completing the offline cache. */
const SETTLED_MS = 3_000;

function newDraft(id: string, patch: NotePatch): Draft {
  return { id, isNew: true, revision: 0, base: {}, patch, sent: {} };
}

function delayOf({ title, content }: NotePatch): number {
  if (content !== undefined) return CONTENT_DEBOUNCE_MS;
  return title !== undefined ? TITLE_DEBOUNCE_MS : 0;
}

function saveBeforeLeaving(userId: string, queue: SaveQueue, keepsDrafts: () => boolean): void {
  beforeSignOut(() => queue.flush());
  addEventListener("online", () => void queue.flush());
  document.addEventListener("visibilitychange", () => void queue.flush());
  addEventListener("pagehide", () => sendLastWords(userId, queue.lastWords()));
  addEventListener("beforeunload", (event) => {
    // Only when leaving would really lose something.
    if (!keepsDrafts() && queue.all().length > 0) event.preventDefault();
  });
}

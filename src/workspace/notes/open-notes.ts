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
  newNoteId,
  TITLE_DEBOUNCE_MS,
  UNTITLED,
} from "./note.ts";
import { NoteBook } from "./note-book.ts";
import {
  createNoteBackend,
  listChanges,
  listNotes,
  listWholeNotes,
  removeNote,
  searchLongNotes,
  sendLastWords,
} from "./notes-api.ts";
import { SaveQueue } from "./save-queue.ts";
import type { Draft } from "./unsaved-note.ts";

/** One person's notes in this tab, and everything that can be done with them. */
export interface Notes {
  book: NoteBook;
  queue: SaveQueue;
  /** Whether unsaved text is safe on this device. */
  keepsDrafts(): boolean;
  /** Keeps what is typed into a note that is not made yet; a tab that dies leaves it as a note. */
  keepTyped(id: string, fields: NotePatch): void;
  /** Forgets it. */
  dropTyped(id: string): void;
  /** Adds a note, shown at once. */
  create(id: string, fields: NotePatch): void;
  /** Changes a note, shown at once and saved after the pause its fields ask for. */
  edit(id: string, patch: NotePatch): void;
  /** Removes a note, at once from the screen. Returns it whole, or null when it was gone already. */
  remove(id: string): Promise<Note | null>;
  /** Brings a removed note back. */
  restore(note: Note): void;
  /** Decides between what was typed here and what was stored from elsewhere. */
  resolve(id: string, choice: "mine" | "theirs" | "both"): void;
  /**
   * Reads one view completely. Without an answer, or without one in time, the notes of the last
   * visit are shown meanwhile.
   * @throws {BackendError} when it cannot be read; also with those notes on the screen.
   */
  load(archived: boolean): Promise<void>;
  /** Reads what changed elsewhere; takes over what other tabs have left unsaved. */
  sync(): Promise<void>;
  /** Whether the last reading got no answer. The book's subscribers hear of it. */
  isOffline(): boolean;
  /** The ids of the long notes that have all these words, in what the list does not hold. */
  searchLong(words: string, signal: AbortSignal): Promise<string[]>;
}

const opened = new Map<string, Notes>();

/** The notes of a person; they go on being saved while another screen is shown. */
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
  let offline = false;
  const book: NoteBook = new NoteBook(
    {
      list: (...part) => listNotes(userId, ...part),
      changes: (since) => listChanges(userId, since),
      async get(id) {
        const row = book.stored(id);
        // Exactly this state of it, so there is nothing to ask.
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
  });
  book.attach(queue);
  channel.addEventListener("message", ({ data }: MessageEvent<News>) => {
    if ("removed" in data) {
      // What is typed into it here stays in sight until it is decided what becomes of it.
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
    // Says it at once, unless the backend is on this very device.
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
    async remove(id) {
      // What was typed last belongs to what an undo brings back.
      const shown = book.get(id);
      const unsaved = queue.unsaved(id);
      book.hide(id);
      try {
        await queue.drop(id);
        const stored = book.stored(id);
        if (!stored) return shown ?? null;
        const removed = await removeNote(userId, id, stored.revision);
        book.forget(id);
        tell({ removed: id });
        return removed && { ...removed, ...unsaved };
      } catch (error) {
        if (unsaved) edit(id, unsaved);
        throw error;
      } finally {
        book.unhide(id);
      }
    },
    restore({ id, title, content, color, is_pinned, is_archived }) {
      book.touch(id);
      queue.create(id, { title, content, color, is_pinned, is_archived });
    },
    resolve(id, choice) {
      const mine = book.get(id);
      const { kind } = queue.stateOf(id);
      if (choice !== "both" || !mine) queue.resolve(id, choice === "both" ? "mine" : choice);
      else {
        const { title, content, color, is_pinned } = mine;
        const copy = { id: newNoteId(), fields: { title, content, color, is_pinned } };
        book.touch(copy.id);
        queue.resolve(id, "theirs", copy);
      }
      if (kind === "gone") book.forget(id);
    },
    async load(archived) {
      const late = setTimeout(showKept, PATIENCE_MS, archived);
      try {
        await answered(() => book.load(archived));
        // What waits, perhaps since before a sign-in, need wait no longer.
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

  /** Reads, and takes notice of whether the backend answers. */
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

  /** Makes ready, while nothing else is to do, for a visit without a network. */
  async function keepUp(): Promise<void> {
    try {
      if (!book.isComplete(true)) await book.load(true);
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

/** How long nothing is better than what was there at the last visit, in milliseconds. */
const PATIENCE_MS = 1_500;

/** How long after the list is there the device's copy is completed. */
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
    // Only where leaving would really lose something.
    if (!keepsDrafts() && queue.all().length > 0) event.preventDefault();
  });
}

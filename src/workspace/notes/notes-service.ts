import { withTimeLimit } from "../../../shared/time-limit.ts";
import { newId } from "../../lib/new-id.ts";
import { passageOf, searchWords } from "../../lib/search/fold-text.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { openNotePictures } from "../pictures/open-note-pictures.ts";
import { openCopy } from "../shell/device-copy.ts";
import { beforeSignOut, SIGN_OUT_PATIENCE_MS } from "../shell/unfinished-work.ts";
import { openDraftStore } from "./draft-store.ts";
import { compareNotes, type Note } from "./note.ts";
import { matches, plainText } from "./note-text.ts";
import { createNoteBackend, createNoteReader, flushOnPageHide } from "./notes-api.ts";
import { NotesStore } from "./notes-store.ts";
import { NotesSync } from "./notes-sync.ts";
import { createOfflineCache } from "./offline-cache.ts";
import { type NoteMessage, Outbox } from "./outbox.ts";

/** The notes of one user in this tab. */
export type NotesService = ReturnType<typeof createNotesService>;

/** A note with the part of its text that matches. */
interface FoundNote extends Note {
  passage: string;
}

const MOST_FOUND = 20;

const services = new Map<string, NotesService>();

/** The notes of a user; saving continues across screens. */
export function getNotesService(userId: string): NotesService {
  const service = services.get(userId) ?? createNotesService(userId);
  services.set(userId, service);
  return service;
}

/** Creates the parts, connects them, and passes them the events of page, network and session. */
function createNotesService(userId: string) {
  const drafts = openDraftStore(userId, newId());
  const channel = new BroadcastChannel(`foyer-notes-${userId}`);
  const cache = createOfflineCache(openCopy(userId));
  const store = new NotesStore(cache.update);
  const backend = createNoteBackend(userId);
  const broadcast = (message: NoteMessage) => channel.postMessage(message);
  const outbox = new Outbox({ store, backend, drafts, broadcast });
  const sync = new NotesSync({ store, outbox, cache, reader: createNoteReader(userId) });

  channel.addEventListener("message", ({ data }: MessageEvent<NoteMessage>) =>
    outbox.receiveMessage(data),
  );
  beforeSignOut(() => outbox.flush());
  addEventListener("online", () => void outbox.flush());
  addEventListener("offline", () => {
    // Reports offline immediately, unless the backend runs on this device.
    void sync.probe();
  });
  document.addEventListener("visibilitychange", () => void outbox.flush());
  addEventListener("pagehide", () => {
    flushOnPageHide(userId, outbox.pendingDrafts());
    cache.flush();
  });
  addEventListener("beforeunload", (event) => {
    // Asks only when leaving would lose changes.
    if (!outbox.isPersistent() && store.unsavedIds().length > 0) event.preventDefault();
  });
  void outbox.takeOver();
  return {
    /** The notes that the screen shows. */
    store,
    /** Changes notes and saves the changes. */
    outbox,
    /** Reads from the backend or the offline cache. */
    sync,
    /** The pictures in the notes' texts. */
    pictures: openNotePictures(userId),
    /** The first notes on this device, including unsent ones, that contain all words. */
    async searchDevice(search: string): Promise<FoundNote[]> {
      const words = searchWords(search);
      const [cached, long] = await Promise.all([cache.read(), cache.search(search)]);
      const notes = new Map(cached?.map((note) => [note.id, note]));
      for (const archived of [false, true])
        for (const note of store.list(archived).notes) notes.set(note.id, note);
      return [...notes.values()]
        .filter((note) => long.includes(note.id) || matches(note, words))
        .sort(compareNotes)
        .slice(0, MOST_FOUND)
        .map((note) => ({ ...note, passage: passageOf(plainText(note.content), words) }));
    },
    /** Whether the user may sign out: nothing is unsent, or the user agrees to lose it. */
    mayLeave: (tasks: UnsentTasks) => mayLeaveUnsent(outbox, tasks),
  };
}

/** The queue of the task board. */
interface UnsentTasks {
  flush(): Promise<void>;
  all(): readonly unknown[];
  isPersistent(): boolean;
}

/**
 * Sends unsaved notes and changes of tasks, including those of closed tabs.
 * @returns whether nothing is left, or the user signs out nevertheless.
 */
export async function mayLeaveUnsent(outbox: Outbox, tasks: UnsentTasks): Promise<boolean> {
  const sending = Promise.all([
    outbox.flush(),
    outbox.takeOver().then(() => outbox.flush()),
    tasks.flush(),
  ]);
  await withTimeLimit(sending, SIGN_OUT_PATIENCE_MS, () => {});
  const [notes, changes] = [await outbox.countUnsent(), tasks.all().length];
  if (notes + changes === 0) return true;
  const persistent = (notes === 0 || outbox.isPersistent()) && tasks.isPersistent();
  return askToConfirm(leaveQuestion(notes, changes, persistent));
}

function leaveQuestion(notes: number, changes: number, persistent: boolean): string {
  const parts = [
    notes > 0 && (notes === 1 ? "A note" : `${notes} notes`),
    changes > 0 && (changes === 1 ? "a change of a task" : `${changes} changes of tasks`),
  ].filter((part) => part !== false);
  const what = parts.join(" and ");
  const unsaved = `${what[0]?.toUpperCase()}${what.slice(1)} ${notes + changes === 1 ? "is" : "are"} not saved yet`;
  const place = changes === 0 ? "My Notes" : "the workspace";
  return persistent
    ? `${unsaved} and will stay on this device until ${place} is opened here again. Log out anyway?`
    : `${unsaved}. Log out and lose what was not saved?`;
}

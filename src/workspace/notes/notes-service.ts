import { newId } from "../../lib/new-id.ts";
import { openCopy } from "../shell/device-copy.ts";
import { beforeSignOut } from "../shell/unfinished-work.ts";
import { openDraftStore } from "./draft-store.ts";
import {
  CONTENT_DEBOUNCE_MS,
  type Note,
  type NotePatch,
  TITLE_DEBOUNCE_MS,
  UNTITLED,
} from "./note.ts";
import { newDraft } from "./note-draft.ts";
import { createNoteBackend, createNoteReader, flushOnPageHide } from "./notes-api.ts";
import { NotesStore } from "./notes-store.ts";
import { NotesSync } from "./notes-sync.ts";
import { createOfflineCache } from "./offline-cache.ts";
import { type NoteMessage, Outbox } from "./outbox.ts";

/** The notes of one user in this tab, with all operations on them. */
export interface NotesService {
  /** What the screen shows. */
  store: NotesStore;
  /** Whether unsaved text is stored safely on this device. */
  isPersistent(): boolean;
  /** Stores the text of a note that is not created yet; if the tab dies, it becomes a note. */
  persistInput(id: string, fields: NotePatch): void;
  /** Deletes that stored text. */
  discardInput(id: string): void;
  /** Adds a note; shown immediately. */
  create(id: string, fields: NotePatch): void;
  /** Changes a note; shown immediately and saved after the debounce of its fields. */
  edit(id: string, patch: NotePatch): void;
  /** Saves a note now. */
  flush(id: string): void;
  /** Moves a note to the trash: on the screen immediately, in the backend once it responds. */
  remove(id: string): void;
  /** Restores a note from the trash, even if the backend has not received its deletion yet. */
  restore(id: string): void;
  /** Notifies when a deletion or restore has failed permanently. Returns the unsubscriber. */
  onRemovalFailed(listener: RemovalFailed): () => void;
  /** Resolves a conflict between the local text and the stored one. */
  resolve(id: string, choice: "mine" | "theirs" | "both"): void;
  /** The note with its full text. Undefined when it no longer exists. */
  open(id: string): Promise<Note | undefined>;
  /**
   * Reads one view completely. Without a timely response, the cached notes are shown meanwhile.
   * @throws {BackendError} when it cannot be read, even if cached notes are shown.
   */
  load(archived: boolean): Promise<void>;
  /** Fetches changes made elsewhere and takes over drafts left by closed tabs. */
  sync(): Promise<void>;
  /** The ids of the long notes that contain all these words beyond the part in the list. */
  searchLong(words: string, signal: AbortSignal): Promise<string[]>;
}

type RemovalFailed = (id: string, message: string) => void;

const services = new Map<string, NotesService>();

/** The notes of a user; saving continues across screens. */
export function getNotesService(userId: string): NotesService {
  const service = services.get(userId) ?? createNotesService(userId);
  services.set(userId, service);
  return service;
}

function createNotesService(userId: string): NotesService {
  const drafts = openDraftStore(userId, newId());
  const channel = new BroadcastChannel(`foyer-notes-${userId}`);
  const cache = createOfflineCache(openCopy(userId));
  const removalFailed = new Set<RemovalFailed>();
  const store = new NotesStore(cache.update);
  const outbox = new Outbox({
    store,
    backend: createNoteBackend(userId),
    drafts,
    broadcast: (message) => channel.postMessage(message),
    onRemovalFailed(id, message) {
      for (const listener of removalFailed) listener(id, message);
    },
  });
  const sync = new NotesSync({ store, outbox, cache, reader: createNoteReader(userId) });

  channel.addEventListener("message", ({ data }: MessageEvent<NoteMessage>) =>
    store.update(() => receive(data, store, outbox)),
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
    // Only when leaving would really lose something.
    if (!drafts.isAvailable() && store.unsavedIds().length > 0) event.preventDefault();
  });
  drafts.takeOver((draft) => outbox.adopt(draft));

  /** Returns the id of the new note with the local version, if any. */
  function resolve(id: string, choice: "mine" | "theirs" | "both"): string | null {
    const mine = store.get(id);
    const { kind } = store.saveState(id);
    let copyId: string | null = null;
    if (choice !== "both" || !mine) outbox.resolve(id, choice === "both" ? "mine" : choice);
    else {
      const { title, content, color, is_pinned } = mine;
      copyId = newId();
      outbox.resolve(id, "theirs", { id: copyId, fields: { title, content, color, is_pinned } });
    }
    if (kind === "gone") store.update(() => store.server.remove(id));
    return copyId;
  }

  return {
    store,
    isPersistent: drafts.isAvailable,
    persistInput: (id, fields) => drafts.write(newDraft(id, fields)),
    discardInput: drafts.remove,
    create: (id, fields) => outbox.create(id, { ...fields, title: fields.title || UNTITLED }),
    edit(id, patch) {
      const stored = store.server.get(id) ?? store.get(id);
      if (stored) outbox.edit(id, patch, stored, debounceMs(patch));
    },
    flush: (id) => void outbox.flush(id),
    remove(id) {
      // Both texts of a conflict go to the trash, each as its own note.
      const copy = store.undecided().includes(id) ? resolve(id, "both") : null;
      if (copy) outbox.remove(copy, undefined);
      outbox.remove(id, store.server.get(id));
    },
    restore: (id) => outbox.undoRemoval(id),
    onRemovalFailed(listener) {
      removalFailed.add(listener);
      return () => removalFailed.delete(listener);
    },
    resolve,
    open: (id) => sync.open(id),
    load: (archived) => sync.load(archived),
    async sync() {
      drafts.takeOver((draft) => outbox.adopt(draft));
      await sync.sync();
    },
    searchLong: (words, signal) => sync.searchLong(words, signal),
  };
}

/** A message from another tab. */
function receive(message: NoteMessage, store: NotesStore, outbox: Outbox): void {
  if ("stored" in message) {
    store.server.add(message.stored);
    outbox.receive(message.stored);
    // Unsaved text stays visible until the conflict is resolved.
  } else if (store.unsaved(message.removed)) void outbox.flush(message.removed);
  else store.server.remove(message.removed);
}

function debounceMs({ title, content }: NotePatch): number {
  if (content !== undefined) return CONTENT_DEBOUNCE_MS;
  return title !== undefined ? TITLE_DEBOUNCE_MS : 0;
}

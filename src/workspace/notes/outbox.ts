import { newId } from "../../lib/new-id.ts";
import type { DraftStore } from "./draft-store.ts";
import {
  CONTENT_DEBOUNCE_MS,
  type Note,
  type NotePatch,
  TITLE_DEBOUNCE_MS,
  UNTITLED,
} from "./note.ts";
import { type Draft, type NoteRequest, newDraft } from "./note-draft.ts";
import {
  type EventOf,
  type NoteEffect,
  type NoteEvent,
  needsDecision,
  transition,
} from "./note-machine.ts";
import type { NoteBackend } from "./notes-api.ts";
import type { NotesStore } from "./notes-store.ts";
import { failureOf } from "./save-failure.ts";

/** Message to other tabs. */
export type NoteMessage = { stored: Note } | { removed: string };

interface Deps {
  store: NotesStore;
  backend: NoteBackend;
  drafts: DraftStore;
  broadcast(message: NoteMessage): void;
}

type RemovalFailed = (id: string, message: string) => void;

/**
 * Saves notes without losing or overwriting text: one request per note at a time, changes merged
 * while it is in flight, each save bound to its base revision, everything on the device until the
 * backend has confirmed it. note-machine.ts decides; this class performs the effects.
 */
export class Outbox {
  readonly #deps: Deps;
  readonly #timers = new Map<string, { at: number; handle: ReturnType<typeof setTimeout> }>();
  /** Callers of `flush` that wait for the requests of a note. */
  readonly #flushing = new Map<string, (() => void)[]>();
  readonly #removalFailed = new Set<RemovalFailed>();
  #stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Changes a note: shown immediately, saved after the debounce of its fields. */
  edit(id: string, patch: NotePatch): void {
    const { store } = this.#deps;
    const stored = store.server.get(id) ?? store.get(id);
    if (stored) this.#dispatch(id, { type: "edit", patch, stored, delayMs: debounceMs(patch) });
  }

  /** Adds a note: shown and sent immediately. */
  create(id: string, fields: NotePatch): void {
    const draft = newDraft(id, { ...fields, title: fields.title || UNTITLED });
    this.#dispatch(id, { type: "adopt", draft });
  }

  /**
   * Stores the input for a note that is not created yet. If the tab dies, the input becomes a note.
   */
  persistInput(id: string, fields: NotePatch): void {
    this.#deps.drafts.write(newDraft(id, fields));
  }

  discardInput(id: string): void {
    this.#deps.drafts.remove(id);
  }

  /** Whether unsaved text is stored safely on this device. */
  isPersistent(): boolean {
    return this.#deps.drafts.isAvailable();
  }

  /** Takes over closed tabs' drafts, except of notes edited here; resolves when none are left. */
  takeOver(): Promise<void> {
    return this.#deps.drafts.takeOver((draft) => {
      if (this.#deps.store.unsaved(draft.id)) return false;
      this.#dispatch(draft.id, { type: "adopt", draft });
      return true;
    });
  }

  /** Moves a note to the trash, at once on the screen and then in the backend. */
  remove(id: string): void {
    const { store } = this.#deps;
    // Both texts of a conflict go to the trash, each as its own note.
    if (store.undecided().includes(id)) {
      const copyId = newId();
      this.resolve(id, "both", copyId);
      this.#dispatch(copyId, { type: "remove", stored: undefined });
    }
    this.#dispatch(id, { type: "remove", stored: store.server.get(id) });
  }

  /** Undoes a deletion, even after it was sent or completed. */
  restore(id: string): void {
    this.#dispatch(id, { type: "undo-removal", id });
  }

  /** Calls the listener when a deletion or its undo has failed permanently. Returns a disposer. */
  onRemovalFailed(listener: RemovalFailed): () => void {
    this.#removalFailed.add(listener);
    return () => this.#removalFailed.delete(listener);
  }

  /** Resolves a conflict; "both" adds the local version as a new note with the id `copyId`. */
  resolve(id: string, choice: "mine" | "theirs" | "both", copyId = newId()): void {
    const { store } = this.#deps;
    const { kind } = store.saveState(id);
    const mine = store.get(id);
    const keepsBoth = choice === "both" && mine !== undefined;
    if (keepsBoth) {
      const { title, content, color, is_pinned, labels } = mine;
      // Only one of two copies of a note keeps the reminder.
      const remind_at = kind === "gone" ? mine.remind_at : null;
      // The copy is created first, so that the text is in a draft at all times.
      this.create(copyId, { title, content, color, is_pinned, labels, remind_at });
    }
    const takesTheirs = keepsBoth || choice === "theirs";
    this.#dispatch(id, { type: "resolve", choice: takesTheirs ? "theirs" : "mine" });
    if (kind === "gone") store.update(() => store.server.remove(id));
  }

  /** Call with every row that was read. */
  receive(row: Note): void {
    if (this.#deps.store.unsaved(row.id)) this.#dispatch(row.id, { type: "receive", row });
  }

  /** Applies what another tab has stored or removed. */
  receiveMessage(message: NoteMessage): void {
    const { store } = this.#deps;
    store.update(() => {
      if ("stored" in message) {
        store.server.add(message.stored);
        this.receive(message.stored);
        // Unsaved text stays visible until the conflict is resolved.
      } else if (store.unsaved(message.removed)) void this.flush(message.removed);
      else store.server.remove(message.removed);
    });
  }

  /** Sends everything now; resolves when it is stored or has certainly failed. */
  async flush(id?: string): Promise<void> {
    const ids = id === undefined ? this.#deps.store.unsavedIds() : [id];
    await Promise.all(
      ids.map((each) => {
        this.#dispatch(each, { type: "flush" });
        return this.#untilIdle(each);
      }),
    );
  }

  /**
   * Counts the notes that are not confirmed as stored, including those of this user's other tabs.
   */
  async countUnsent(): Promise<number> {
    const others = await this.#deps.drafts.others();
    return new Set([...this.#deps.store.unsavedIds(), ...others]).size;
  }

  /** The drafts to send when the page is hidden. */
  pendingDrafts(): Draft[] {
    const { store } = this.#deps;
    return store.unsavedIds().flatMap((id) => {
      this.#dispatch(id, { type: "hide" });
      const state = store.unsaved(id);
      return state && !needsDecision(state) ? state.draft : [];
    });
  }

  /** Stops permanently; unsaved changes stay on the device. */
  stop(): void {
    this.#stopped = true;
    for (const { handle } of this.#timers.values()) clearTimeout(handle);
  }

  #dispatch(id: string, event: NoteEvent): void {
    if (this.#stopped) return;
    const { store } = this.#deps;
    const moment = { now: Date.now(), jitter: Math.random() };
    const { state, effects } = transition(store.unsaved(id), event, moment);
    store.update(() => {
      store.setUnsaved(id, state);
      for (const effect of effects) this.#perform(id, effect);
    });
    this.#setTimer(id, state?.wakeAt ?? null);
    if (state?.request) return;
    for (const resolve of this.#flushing.get(id) ?? []) resolve();
    this.#flushing.delete(id);
  }

  #perform(id: string, effect: NoteEffect): void {
    const { store, drafts, broadcast } = this.#deps;
    switch (effect.type) {
      case "persist":
        drafts.write(effect.draft);
        break;
      case "discard":
        drafts.remove(id);
        break;
      case "stored":
        store.server.add(effect.row);
        broadcast({ stored: effect.row });
        break;
      case "removed":
        store.server.remove(id);
        broadcast({ removed: id });
        break;
      case "removal-failed":
        for (const listener of this.#removalFailed) listener(id, effect.message);
        break;
      case "send":
        void this.#send(id, effect.request);
    }
  }

  async #send(id: string, request: NoteRequest): Promise<void> {
    const response = await this.#request(id, request).catch(failureOf);
    // The changes may have been discarded in the meantime.
    if (this.#deps.store.unsaved(id)?.request === request) this.#dispatch(id, response);
  }

  async #request(id: string, request: NoteRequest): Promise<EventOf<"saved" | "found">> {
    const { backend } = this.#deps;
    const saved =
      request.kind === "create"
        ? await backend.create(id, request.fields)
        : request.kind === "save" && (await backend.save(id, request.revision, request.patch));
    if (saved) return { type: "saved", row: saved };
    if (request.kind === "restore") return { type: "found", row: await backend.restore(id) };
    const isRemoved = request.kind === "remove" && (await backend.remove(id, request.revision));
    return { type: "found", row: isRemoved ? null : await backend.get(id) };
  }

  #untilIdle(id: string): Promise<void> | undefined {
    if (!this.#deps.store.unsaved(id)?.request) return undefined;
    return new Promise((resolve) => {
      this.#flushing.set(id, [...(this.#flushing.get(id) ?? []), resolve]);
    });
  }

  #setTimer(id: string, at: number | null): void {
    const current = this.#timers.get(id);
    if (current?.at === at) return;
    clearTimeout(current?.handle);
    this.#timers.delete(id);
    if (at === null) return;
    const wake = () => {
      this.#timers.delete(id);
      this.#dispatch(id, { type: "wake" });
    };
    this.#timers.set(id, { at, handle: setTimeout(wake, Math.max(at - Date.now(), 1)) });
  }
}

function debounceMs({ title, content }: NotePatch): number {
  if (content !== undefined) return CONTENT_DEBOUNCE_MS;
  return title !== undefined ? TITLE_DEBOUNCE_MS : 0;
}

/**
 * The state machine of one note with unsaved changes. Pure: `transition` returns the next state and
 * the effects; outbox.ts performs them and returns the responses as events. Null means saved.
 *
 * | event          | no problem, or offline  | refused              | conflict           | gone   |
 * |----------------|-------------------------|----------------------|--------------------|--------|
 * | adopt (null)   | send                    |                      |                    |        |
 * | edit           | debounce; null if back  | debounce; no problem | merge              | merge  |
 * | remove         | mark, send              | null if new; else    | mark               | mark   |
 * |                |                         | drop the patch, send |                    |        |
 * | undo-removal   | unmark, send; restore if the deletion was sent | unmark        | unmark |
 * | receive        | without a request in flight: rebase, or conflict if both changed a text    |
 * | resolve mine   |                         |                      | rebase, send       |        |
 * | resolve theirs | null                    | null                 | drop texts, rebase | null   |
 * | wake, flush    | send; if sending, again |                      |                    |        |
 * | hide           | mark as sent            | mark as sent         |                    |        |
 *
 * | request      | saved (row) | found (row)               | found (none)                | fail |
 * |--------------|-------------|---------------------------|-----------------------------|------|
 * | create, save | rebase      | rebase, or conflict       | gone; null if to be deleted | a    |
 * | remove       |             | keep the note, like above | null                        | a    |
 * | restore      |             | rebase, or conflict       | gone if edited; else null   | a    |
 * | check        |             | rebase, or conflict       | gone; null if to be deleted | –    |
 *
 * a: offline and retried with growing delays, or refused; a refused deletion is canceled. After a
 * response, whatever is left is sent: immediately if due, else after its debounce.
 */
import { backoffMs } from "../shell/retry.ts";
import type { Note, NotePatch } from "./note.ts";
import * as drafts from "./note-draft.ts";
import { type Draft, isDeletion, isEmptyPatch, type NoteRequest } from "./note-draft.ts";

export interface NoteState {
  readonly draft: Draft;
  readonly problem: Problem | null;
  readonly request: NoteRequest | null;
  /** Whether to retry immediately if the request fails. */
  readonly again: boolean;
  readonly attempts: number;
  /** When the debounce ends; 0 to send now. */
  readonly due: number;
  readonly wakeAt: number | null;
  readonly editedAt: string | null;
}

/** Why a note is not saved. */
export type Problem =
  /** There was no response, or one that says nothing about the note: retried automatically. */
  | { kind: "offline" }
  /** The backend refuses the note in its current form. */
  | { kind: "refused"; message: string }
  /** The text was changed here and on the server. */
  | { kind: "conflict"; theirs: Note }
  /** The note was deleted while it was being edited here. */
  | { kind: "gone" };

export type NoteEvent =
  | { type: "adopt"; draft: Draft }
  | { type: "edit"; patch: NotePatch; stored: Note; delayMs: number }
  | { type: "remove"; stored: Note | undefined }
  | { type: "undo-removal"; id: string }
  | { type: "resolve"; choice: "mine" | "theirs" }
  | { type: "receive"; row: Note }
  | { type: "wake" }
  | { type: "flush" }
  /** The page is being hidden and sends the draft itself. */
  | { type: "hide" }
  /** The request was successful; the row contains what was sent. */
  | { type: "saved"; row: Note }
  /** The current row, perhaps changed or deleted in the meantime. */
  | { type: "found"; row: Note | null }
  /** `isFinal` if a retry would not help. */
  | { type: "fail"; problem: Problem; message: string; isFinal: boolean };

export type EventOf<T extends NoteEvent["type"]> = Extract<NoteEvent, { type: T }>;

export type NoteEffect =
  | { type: "persist"; draft: Draft }
  | { type: "discard"; id: string }
  | { type: "stored"; row: Note }
  | { type: "removed"; id: string }
  | { type: "removal-failed"; id: string; message: string }
  | { type: "send"; request: NoteRequest };

type Next = NoteState | null;

type Moment = { now: number; jitter: number };
type Context = Moment & { report(effect: NoteEffect): void };

/** The next state and the effects to perform, in this order. */
export function transition(
  state: Next,
  event: NoteEvent,
  moment: Moment,
): { state: Next; effects: NoteEffect[] } {
  const reports: NoteEffect[] = [];
  const next = react(state, event, { ...moment, report: (effect) => reports.push(effect) });
  const effects: NoteEffect[] = [];
  // Drafts are persisted on the device before they are sent.
  if (next && next.draft !== state?.draft) effects.push({ type: "persist", draft: next.draft });
  if (!next && state) effects.push({ type: "discard", id: state.draft.id });
  effects.push(...reports);
  const request = next?.request;
  if (request && request !== state?.request) effects.push({ type: "send", request });
  return { state: next, effects };
}

function react(state: Next, event: NoteEvent, context: Context): Next {
  if (event.type === "adopt") return touch(newState(event.draft), 0, context);
  if (event.type === "edit") return edit(state, event, context);
  if (event.type === "remove") return remove(state, event.stored, context);
  if (event.type === "undo-removal") return undoRemoval(state, event.id, context);
  if (!state) return null;
  if (event.type === "resolve") return resolve(state, event.choice, context);
  if (event.type === "receive") return receive(state, event.row, context);
  if (event.type === "wake") return proceed(state, context);
  if (event.type === "flush") return sendNow(state, context);
  if (event.type === "hide") return hide(state);
  if (event.type === "fail") return fail(state, event, context);
  if (event.type === "found") return advance(found(state, event.row, context), context);
  return advance(follow({ ...state, request: null }, event.row, context), context);
}

function newState(draft: Draft): NoteState {
  const rest = { request: null, again: false, attempts: 0, due: 0, wakeAt: null, editedAt: null };
  return { draft, problem: null, ...rest };
}

function edit(state: Next, event: EventOf<"edit">, context: Context): Next {
  const { patch, stored, delayMs } = event;
  const known = state ?? newState(drafts.emptyDraft(stored.id, stored.revision));
  const draft = drafts.addChanges(known.draft, patch, stored);
  const problem = known.problem?.kind === "refused" ? null : known.problem;
  if (!known.request && !problem && drafts.isReverted(draft, stored)) return null;
  // A change without a debounce is sent together with the debounced ones.
  const due = delayMs === 0 ? 0 : Math.max(known.due, context.now + delayMs);
  return touch({ ...known, draft, problem }, due, context);
}

function touch(state: NoteState, due: number, context: Context): Next {
  return proceed({ ...state, due, editedAt: new Date(context.now).toISOString() }, context);
}

/** Unsaved changes are stored first, so that the trash contains them. */
function remove(state: Next, stored: Note | undefined, context: Context): Next {
  const known = state ?? (stored ? newState(drafts.emptyDraft(stored.id, stored.revision)) : null);
  if (!known) return null;
  const draft: Draft = { ...known.draft, removal: "wanted" };
  if (known.problem?.kind !== "refused") return sendNow({ ...known, draft }, context);
  // A refused note cannot be stored first.
  if (draft.isNew) return null;
  return sendNow({ ...known, problem: null, draft: { ...draft, patch: {} } }, context);
}

function undoRemoval(state: Next, id: string, context: Context): Next {
  const known = state ?? newState(drafts.emptyDraft(id, 0));
  const { draft } = known;
  const mayBeDone = !state || draft.removalSent || draft.removal === "undone";
  const undone = mayBeDone ? { ...draft, removal: "undone" as const } : drafts.cancelRemoval(draft);
  return sendNow({ ...known, draft: undone }, context);
}

function resolve(state: NoteState, choice: "mine" | "theirs", context: Context): Next {
  if (state.problem?.kind !== "conflict") return choice === "theirs" ? null : state;
  const { theirs } = state.problem;
  const mine = choice === "mine" ? state.draft : drafts.dropConflicting(state.draft, theirs);
  const draft = drafts.rebase(mine, theirs);
  context.report({ type: "stored", row: theirs });
  if (isEmptyPatch(draft.patch)) return null;
  return sendNow({ ...state, draft, problem: null }, context);
}

function receive(state: NoteState, row: Note, context: Context): Next {
  const { draft, problem, request } = state;
  // The pending response will determine the result.
  if (request) return state;
  const isKnown =
    problem?.kind === "conflict"
      ? row.revision === problem.theirs.revision
      : problem?.kind !== "gone" && !draft.isNew && row.revision <= draft.revision;
  if (isKnown) return state;
  // The list contains only the start of a long text, so the complete row is needed.
  const isPart = row.is_cut && draft.patch.content !== undefined;
  if (isPart) return { ...state, request: { kind: "check" } };
  return advance(merge(state, row, context), context);
}

function hide(state: NoteState): NoteState {
  return needsDecision(state) ? state : { ...state, draft: drafts.markSent(state.draft) };
}

function sendNow(state: NoteState, context: Context): Next {
  return proceed({ ...state, due: 0 }, context);
}

/** Sends if possible and due; otherwise schedules the next attempt. */
function proceed(state: NoteState, { now }: Context): Next {
  const ready = { ...state, wakeAt: null };
  if (state.problem && state.problem.kind !== "offline") return ready;
  if (state.due > now) return { ...ready, wakeAt: state.due };
  return state.request ? { ...ready, again: true } : send(ready);
}

function advance(state: Next, context: Context): Next {
  const next = state && proceed(state, context);
  return next && !next.request ? { ...next, again: false } : next;
}

function send(state: NoteState): Next {
  const request = drafts.requestFor(state.draft);
  return request && { ...state, draft: drafts.markSent(state.draft), request };
}

function found({ request, ...rest }: NoteState, row: Note | null, context: Context): Next {
  const again = rest.again && request?.kind !== "check";
  const state: NoteState = { ...rest, request: null, again };
  if (request?.kind === "restore") return restored(state, row, context);
  if (request?.kind === "remove") {
    // The deletion was undone, or the note was edited, so that the trash lacks the latest text.
    if (!isDeletion(state.draft)) return state;
    if (row) return merge(keep(state, CHANGED, context), row, context);
  }
  return row ? merge(state, row, context) : missing(state, context);
}

function restored(state: NoteState, row: Note | null, context: Context): Next {
  const { draft } = state;
  if (draft.removal === "undone") {
    const kept = { ...state, draft: drafts.cancelRemoval(draft) };
    if (row) return merge(kept, row, context);
    if (!isEmptyPatch(draft.patch)) return { ...kept, problem: { kind: "gone" } };
    keep(kept, NOT_IN_TRASH, context);
    return null;
  }
  // The note was deleted again in the meantime.
  const isClean = row && drafts.conflictingFields(draft, row).length === 0;
  if (isClean && draft.removal) return { ...state, draft: drafts.rebase(draft, row) };
  return row ? merge(state, row, context) : state;
}

function missing(state: NoteState, context: Context): Next {
  const { id, patch, removal } = state.draft;
  if (removal === "undone") return state;
  if (removal && !drafts.changesText(patch)) {
    context.report({ type: "removed", id });
    return null;
  }
  // The trash does not have the latest text.
  const kept = removal ? keep(state, DELETED, context) : state;
  return { ...kept, problem: { kind: "gone" } };
}

function merge(state: NoteState, row: Note, context: Context): Next {
  const { draft } = state;
  const isLost = draft.removal === "wanted" && !drafts.isOwnWrite(draft, row);
  const next = isLost ? keep(state, CHANGED, context) : state;
  if (drafts.conflictingFields(draft, row).length === 0) return follow(next, row, context);
  return { ...next, problem: { kind: "conflict", theirs: row } };
}

function follow(state: NoteState, row: Note, { report }: Context): Next {
  report({ type: "stored", row });
  const draft = drafts.rebase(state.draft, row);
  if (isEmptyPatch(draft.patch) && !draft.removal) return null;
  return { ...state, draft, problem: null, attempts: 0 };
}

/** Cancels the deletion, or its undo. */
function keep(state: NoteState, message: string, { report }: Context): NoteState {
  report({ type: "removal-failed", id: state.draft.id, message });
  return { ...state, draft: drafts.cancelRemoval(state.draft) };
}

function fail(state: NoteState, failure: EventOf<"fail">, context: Context): Next {
  const { request, again, attempts, draft } = state;
  if (request?.kind === "check") return advance({ ...state, request: null, again: false }, context);
  const { problem } = failure;
  const idle: NoteState = { ...state, problem, request: null, again: false, wakeAt: null };
  const isCanceled = draft.removal && failure.isFinal;
  const next = isCanceled ? keep(idle, failure.message, context) : idle;
  if (isCanceled && !draft.isNew && isEmptyPatch(draft.patch)) return null;
  if (problem.kind !== "offline") return next;
  const retry = { ...next, attempts: attempts + 1, due: 0 };
  if (again) return send(retry);
  return { ...retry, wakeAt: context.now + backoffMs(attempts, context.jitter) };
}

/** Whether the user has to resolve a problem. */
export function needsDecision({ problem }: NoteState): boolean {
  return problem?.kind === "conflict" || problem?.kind === "gone";
}

const CHANGED = "This note was changed in the meantime, so it was not deleted.";
const DELETED =
  "This note was deleted in the meantime, before your last changes were saved. They are kept on this device.";
const NOT_IN_TRASH = "This note is no longer in the trash. It was deleted permanently.";

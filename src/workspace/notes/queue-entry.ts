import { changedBy, type Note, type NotePatch } from "./note.ts";
import type { Problem } from "./save-problem.ts";
import type { Draft } from "./unsaved-note.ts";

export type SaveState =
  | { kind: "saved" }
  | { kind: "saving" }
  | { kind: "conflict"; theirs: Note }
  | Problem;

/** A note in the save queue. */
export interface Entry {
  draft: Draft;
  /** The part of the draft's patch that is in flight. */
  sending: NotePatch | null;
  theirs: Note | null;
  problem: Problem | null;
  attempts: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  due: number;
  running: Promise<void> | null;
  /** Whether another run was requested during the current one. */
  again: boolean;
}

export function newEntry(draft: Draft): Entry {
  return {
    draft,
    sending: null,
    theirs: null,
    problem: null,
    attempts: 0,
    timer: undefined,
    due: 0,
    running: null,
    again: false,
  };
}

const SAVED: SaveState = { kind: "saved" };

export function stateOf({ theirs, problem }: Entry): SaveState {
  if (theirs) return { kind: "conflict", theirs };
  return problem ?? { kind: "saving" };
}

/** The most severe save state of these notes. */
export function overallState(entries: readonly Entry[]): SaveState {
  const states = entries.map(stateOf);
  const first = (kind: SaveState["kind"]) => states.find((state) => state.kind === kind);
  return (
    first("conflict") ?? first("gone") ?? first("refused") ?? first("offline") ?? states[0] ?? SAVED
  );
}

/** Whether it needs a decision by the user. */
export function isUndecided({ theirs, problem }: Entry): boolean {
  return theirs !== null || problem?.kind === "gone";
}

export function emptyDraft(id: string, revision: number): Draft {
  return { id, isNew: false, revision, base: {}, patch: {}, sent: {} };
}

/** Whether it was changed back to what is stored, with no other change in flight. */
export function isBack({ draft, running, theirs, problem }: Entry, stored: Note): boolean {
  if (draft.isNew || draft.removal || running || theirs || problem) return false;
  if (stored.revision !== draft.revision) return false;
  return (
    Object.keys(draft.sent).length === 0 && Object.keys(changedBy(draft.patch, stored)).length === 0
  );
}

/** Whether the row contains nothing new. */
export function isKnown({ draft, problem }: Entry, stored: Note): boolean {
  return problem?.kind !== "gone" && !draft.isNew && stored.revision <= draft.revision;
}

import { digestOf } from "./digest.ts";
import type { Note, NoteFields, NotePatch } from "./note.ts";

export type Digests = Partial<Record<keyof NoteFields, string>>;

/** Changes that are not confirmed as stored. This is also what is stored on the device. */
export interface Draft {
  id: string;
  /** Not created in the backend yet. */
  isNew: boolean;
  /** The base revision of the changes. */
  revision: number;
  /** Digests of the changed fields at that revision. */
  base: Digests;
  patch: NotePatch;
  /** Digests of values that were sent without a response and may have arrived. */
  sent: Partial<Record<keyof NoteFields, string[]>>;
  /** A pending deletion, or the undo of one that may have been completed. */
  removal?: "wanted" | "undone";
  /** Whether the deletion was sent and may have been completed. */
  removalSent?: boolean;
}

/**
 * The texts that were changed here and, to a different value, elsewhere. Color, pin and archive are
 * last write wins.
 */
export function clashingFields(draft: Draft, theirs: Note): TextField[] {
  return TEXT_FIELDS.filter((field) => {
    const mine = draft.patch[field];
    if (mine === undefined || mine === theirs[field]) return false;
    const stored = digestOf(theirs[field]);
    return stored !== draft.base[field] && !draft.sent[field]?.includes(stored);
  });
}

/** Drops the local version of those texts in favor of the stored one. */
export function dropClashes(draft: Draft, theirs: Note): void {
  const clashing = new Set<keyof NoteFields>(clashingFields(draft, theirs));
  draft.patch = withoutFields(draft.patch, (field) => clashing.has(field));
}

/** Merges further changes, made on `stored`. */
export function addChanges(draft: Draft, patch: NotePatch, stored: Note): void {
  const fresh = withoutFields(patch, (field) => field in draft.base || draft.isNew);
  draft.base = { ...draft.base, ...digestsOf(stored, fresh) };
  draft.patch = { ...draft.patch, ...patch };
}

/** Rebases on the stored row: drops changes already stored and updates the revision. */
export function rebase(draft: Draft, onto: Note): void {
  draft.patch = withoutFields(draft.patch, (field) => draft.patch[field] === onto[field]);
  draft.base = digestsOf(onto, draft.patch);
  // Earlier requests named an older revision and cannot succeed anymore.
  if (draft.isNew || onto.revision !== draft.revision) draft.sent = {};
  draft.isNew = false;
  draft.revision = onto.revision;
}

/** Whether this later version of the row can only come from this draft's own requests. */
export function isOwnWrite(draft: Draft, stored: Note): boolean {
  if (!draft.isNew && stored.revision <= draft.revision) return true;
  const fields = fieldsOf(draft.patch);
  return (
    (draft.isNew || stored.revision === draft.revision + 1) &&
    fields.length > 0 &&
    fields.every((field) => {
      const digest = digestOf(stored[field]);
      return digest === digestOf(draft.patch[field]) || draft.sent[field]?.includes(digest);
    })
  );
}

/** Whether only the deletion is left to send. */
export function isDeletion({ isNew, patch, removal }: Draft): boolean {
  return removal === "wanted" && !isNew && fieldsOf(patch).length === 0;
}

/** Cancels the deletion in this draft. */
export function keepNote(draft: Draft): void {
  delete draft.removal;
  delete draft.removalSent;
}

/** Records that this patch is being sent. */
export function noteSent(draft: Draft, patch: NotePatch): void {
  for (const field of fieldsOf(patch)) {
    const before = draft.sent[field] ?? [];
    draft.sent[field] = [...before, digestOf(patch[field])].slice(-REMEMBERED);
  }
}

const REMEMBERED = 20;

type TextField = "title" | "content";
const TEXT_FIELDS: readonly TextField[] = ["title", "content"];

export function fieldsOf(patch: NotePatch): (keyof NoteFields)[] {
  return Object.keys(patch) as (keyof NoteFields)[];
}

/** The digests of `values` for the fields in `patch`. */
function digestsOf(values: NotePatch, patch: NotePatch): Digests {
  return Object.fromEntries(fieldsOf(patch).map((field) => [field, digestOf(values[field])]));
}

function withoutFields(
  patch: NotePatch,
  isDropped: (field: keyof NoteFields) => boolean,
): NotePatch {
  return Object.fromEntries(
    Object.entries(patch).filter(([field]) => !isDropped(field as keyof NoteFields)),
  );
}

import { digestOf } from "./digest.ts";
import type { Note, NoteFields, NotePatch } from "./note.ts";

/** Digests of field values. */
export type Digests = Partial<Record<keyof NoteFields, string>>;

/** What is typed and not yet known to be stored. This is also what is kept on the device. */
export interface Draft {
  id: string;
  /** Not stored yet at all. */
  isNew: boolean;
  /** The revision the changes start from. */
  revision: number;
  /** What the changed fields held at that revision. */
  base: Digests;
  patch: NotePatch;
  /** What was sent without an answer and may have arrived. */
  sent: Partial<Record<keyof NoteFields, string[]>>;
}

/**
 * The texts that were changed here and, to something else, by somebody else. Colour, pin and
 * archive are switches: there the last hand decides.
 */
export function clashingFields(draft: Draft, theirs: Note): TextField[] {
  return TEXT_FIELDS.filter((field) => {
    const mine = draft.patch[field];
    if (mine === undefined || mine === theirs[field]) return false;
    const stored = digestOf(theirs[field]);
    return stored !== draft.base[field] && !draft.sent[field]?.includes(stored);
  });
}

/** Lets go of those texts, in favour of theirs. */
export function dropClashes(draft: Draft, theirs: Note): void {
  const clashing = new Set<keyof NoteFields>(clashingFields(draft, theirs));
  draft.patch = withoutFields(draft.patch, (field) => clashing.has(field));
}

/** Takes further changes, made on `stored`. */
export function addChanges(draft: Draft, patch: NotePatch, stored: Note): void {
  const fresh = withoutFields(patch, (field) => field in draft.base || draft.isNew);
  draft.base = { ...draft.base, ...digestsOf(stored, fresh) };
  draft.patch = { ...draft.patch, ...patch };
}

/** Goes on from what is stored now: what is left of the changes, and the revision to name. */
export function rebase(draft: Draft, onto: Note): void {
  draft.patch = withoutFields(draft.patch, (field) => draft.patch[field] === onto[field]);
  draft.base = digestsOf(onto, draft.patch);
  // What was sent earlier named an older revision and cannot arrive any more.
  if (draft.isNew || onto.revision !== draft.revision) draft.sent = {};
  draft.isNew = false;
  draft.revision = onto.revision;
}

/** Notes that this is on its way to the backend. */
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

/** The digests of what `values` holds in the fields of `patch`. */
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

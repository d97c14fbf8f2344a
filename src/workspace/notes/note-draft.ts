import {
  changedBy,
  type FieldValue,
  isSameValue,
  type Note,
  type NoteFields,
  type NotePatch,
} from "./note.ts";

/** Changes that are not confirmed as stored. This object is also stored on the device. */
export interface Draft {
  readonly id: string;
  /** Whether the note does not exist in the backend yet. */
  readonly isNew: boolean;
  /** The base revision of the changes. */
  readonly revision: number;
  /** Digests of the changed fields at the base revision. */
  readonly base: Digests;
  readonly patch: NotePatch;
  /** The changes behind `patch.labels`, because labels are merged one by one. */
  readonly labelChanges?: LabelChanges;
  /** Digests of values sent without a response, which the backend may have stored. */
  readonly sent: Partial<Record<keyof NoteFields, readonly string[]>>;
  /** A pending deletion, or the undo of a deletion that may have been completed. */
  readonly removal?: "wanted" | "undone";
  /** Whether the deletion was sent and may have been completed. */
  readonly removalSent?: boolean;
}

type Digests = Partial<Record<keyof NoteFields, string>>;

export type NoteRequest =
  | { kind: "create"; fields: NotePatch }
  | { kind: "save"; revision: number; patch: NotePatch }
  | { kind: "remove"; revision: number }
  | { kind: "restore" }
  /** Reads the complete row, because only a part was received. */
  | { kind: "check" };

/** The request that sends this draft; null if there is nothing to send. */
export function requestFor(draft: Draft): NoteRequest | null {
  const { isNew, revision, patch, removal } = draft;
  if (removal === "undone") return { kind: "restore" };
  if (isDeletion(draft)) return { kind: "remove", revision };
  if (isNew) return { kind: "create", fields: patch };
  return isEmptyPatch(patch) ? null : { kind: "save", revision, patch };
}

export function emptyDraft(id: string, revision: number): Draft {
  return { id, isNew: false, revision, base: {}, patch: {}, sent: {} };
}

export function newDraft(id: string, patch: NotePatch): Draft {
  return { ...emptyDraft(id, 0), isNew: true, patch };
}

/** Merges further changes that are based on `stored`. */
export function addChanges(draft: Draft, patch: NotePatch, stored: Note): Draft {
  const added = omitFields(patch, (field) => field in draft.base || draft.isNew);
  const { labelChanges = NO_LABEL_CHANGES } = draft;
  const labels = draft.patch.labels ?? stored.labels;
  return {
    ...draft,
    base: { ...draft.base, ...digestsOf(stored, added) },
    patch: { ...draft.patch, ...patch },
    ...(patch.labels && { labelChanges: addLabelChanges(labelChanges, labels, patch.labels) }),
  };
}

/** Rebases on the stored row: drops stored changes, merges labels, updates the revision. */
export function rebase({ labelChanges = NO_LABEL_CHANGES, ...draft }: Draft, onto: Note): Draft {
  const labels = applyLabelChanges(onto.labels, labelChanges);
  const mine = { ...draft.patch, ...(draft.patch.labels && { labels }) };
  const patch = omitFields(mine, (field) => isSameValue(mine[field], onto[field]));
  // Earlier requests for an older revision can no longer succeed.
  const outdated = draft.isNew || onto.revision !== draft.revision;
  return {
    ...draft,
    isNew: false,
    revision: onto.revision,
    base: digestsOf(onto, patch),
    patch,
    ...(patch.labels && { labelChanges: openLabelChanges(labelChanges, onto.labels) }),
    sent: outdated ? {} : draft.sent,
  };
}

/**
 * The texts that were changed to different values here and on the server. For color, pin and
 * archive, the last write wins; labels are merged.
 */
export function conflictingFields(draft: Draft, theirs: Note): TextField[] {
  return TEXT_FIELDS.filter((field) => {
    const mine = draft.patch[field];
    if (mine === undefined || mine === theirs[field]) return false;
    const stored = digestOf(theirs[field]);
    return stored !== draft.base[field] && !draft.sent[field]?.includes(stored);
  });
}

/** Drops the local version of the conflicting fields in favor of the stored one. */
export function dropConflicting(draft: Draft, theirs: Note): Draft {
  const conflicting = new Set<keyof NoteFields>(conflictingFields(draft, theirs));
  return { ...draft, patch: omitFields(draft.patch, (field) => conflicting.has(field)) };
}

/** Records that the draft is being sent, so that it may be stored even without a response. */
export function markSent(draft: Draft): Draft {
  if (draft.removal === "undone") return draft;
  if (isDeletion(draft)) return { ...draft, removalSent: true };
  const sent = { ...draft.sent };
  for (const field of fieldsOf(draft.patch)) {
    const digests = [...(sent[field] ?? []), digestOf(draft.patch[field])];
    sent[field] = digests.slice(-MAX_SENT_DIGESTS);
  }
  return { ...draft, sent };
}

export function cancelRemoval({ removal: _removal, removalSent: _sent, ...draft }: Draft): Draft {
  return draft;
}

/** Whether this later version of the row can only come from the draft's own requests. */
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

/** Whether the changes were reverted to the stored values before any was sent. */
export function isReverted(draft: Draft, stored: Note): boolean {
  if (draft.isNew || draft.removal || stored.revision !== draft.revision) return false;
  return (
    Object.keys(draft.sent).length === 0 && Object.keys(changedBy(draft.patch, stored)).length === 0
  );
}

/** Whether only the deletion remains to be sent. */
export function isDeletion({ isNew, patch, removal }: Draft): boolean {
  return removal === "wanted" && !isNew && isEmptyPatch(patch);
}

export function isEmptyPatch(patch: NotePatch): boolean {
  return fieldsOf(patch).length === 0;
}

export function changesText({ title, content }: NotePatch): boolean {
  return title !== undefined || content !== undefined;
}

const MAX_SENT_DIGESTS = 20;

type TextField = "title" | "content";
const TEXT_FIELDS: readonly TextField[] = ["title", "content"];

function fieldsOf(patch: NotePatch): (keyof NoteFields)[] {
  return Object.keys(patch) as (keyof NoteFields)[];
}

/** The digests of the values of all fields in `patch`. */
function digestsOf(values: NotePatch, patch: NotePatch): Digests {
  return Object.fromEntries(fieldsOf(patch).map((field) => [field, digestOf(values[field])]));
}

function omitFields(patch: NotePatch, isOmitted: (field: keyof NoteFields) => boolean): NotePatch {
  return Object.fromEntries(
    Object.entries(patch).filter(([field]) => !isOmitted(field as keyof NoteFields)),
  );
}

/** A short digest to recognize a value later: 53 bits and the length. Not for secrets. */
function digestOf(value: FieldValue): string {
  const text = Array.isArray(value) ? JSON.stringify([...value].sort()) : String(value);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const hash = 4294967296 * (2097151 & low) + (high >>> 0);
  return `${hash.toString(36)}.${text.length.toString(36)}`;
}

/** Labels added to and removed from a note since its labels were last known to be stored. */
interface LabelChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const NO_LABEL_CHANGES: LabelChanges = { added: [], removed: [] };

/** Merges further changes into earlier ones; for each label, the later change wins. */
function addLabelChanges(
  { added, removed }: LabelChanges,
  before: readonly string[],
  after: readonly string[],
): LabelChanges {
  const nowAdded = without(after, before);
  const nowRemoved = without(before, after);
  return {
    added: [...without(added, [...nowAdded, ...nowRemoved]), ...nowAdded],
    removed: [...without(removed, [...nowAdded, ...nowRemoved]), ...nowRemoved],
  };
}

/** Returns the labels with the changes applied. */
function applyLabelChanges(labels: readonly string[], changes: LabelChanges): string[] {
  const kept = without(labels, changes.removed);
  return [...kept, ...without(changes.added, kept)];
}

/** Returns the changes that the stored labels do not include yet. */
function openLabelChanges(changes: LabelChanges, stored: readonly string[]): LabelChanges {
  return {
    added: without(changes.added, stored),
    removed: changes.removed.filter((label) => stored.includes(label)),
  };
}

function without(labels: readonly string[], others: readonly string[]): string[] {
  return labels.filter((label) => !others.includes(label));
}

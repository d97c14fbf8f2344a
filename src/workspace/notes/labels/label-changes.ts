/** Labels added and removed in a note since they were last known to be stored. */
export interface LabelChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export const NO_LABEL_CHANGES: LabelChanges = { added: [], removed: [] };

/** The earlier changes, and those from one list to another. Of a label, the later change counts. */
export function addLabelChanges(
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

/** The list with the changes applied. */
export function applyLabelChanges(labels: readonly string[], changes: LabelChanges): string[] {
  const kept = without(labels, changes.removed);
  return [...kept, ...without(changes.added, kept)];
}

/** The changes that are not in the stored list yet. */
export function openLabelChanges(changes: LabelChanges, stored: readonly string[]): LabelChanges {
  return {
    added: without(changes.added, stored),
    removed: changes.removed.filter((label) => stored.includes(label)),
  };
}

function without(labels: readonly string[], others: readonly string[]): string[] {
  return labels.filter((label) => !others.includes(label));
}

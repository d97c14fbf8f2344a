/** Labels added to and removed from a note since its labels were last known to be stored. */
export interface LabelChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export const NO_LABEL_CHANGES: LabelChanges = { added: [], removed: [] };

/** Merges further changes into earlier ones; for each label, the later change wins. */
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

/** Returns the labels with the changes applied. */
export function applyLabelChanges(labels: readonly string[], changes: LabelChanges): string[] {
  const kept = without(labels, changes.removed);
  return [...kept, ...without(changes.added, kept)];
}

/** Returns the changes that the stored labels do not include yet. */
export function openLabelChanges(changes: LabelChanges, stored: readonly string[]): LabelChanges {
  return {
    added: without(changes.added, stored),
    removed: changes.removed.filter((label) => stored.includes(label)),
  };
}

function without(labels: readonly string[], others: readonly string[]): string[] {
  return labels.filter((label) => !others.includes(label));
}

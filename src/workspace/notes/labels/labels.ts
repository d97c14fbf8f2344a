import { foldText } from "../../../lib/search/fold-text.ts";
import type { NotesStore } from "../notes-store.ts";

/**
 * Maximum number of labels per note, and of characters per label. The table has the same limits.
 */
export const MAX_LABELS = 50;
export const LABEL_MAX_LENGTH = 50;

/** Number of notes per label, including archived notes, sorted by label. */
export function countLabels(store: NotesStore): Map<string, number> {
  const counts = new Map<string, number>();
  for (const archived of [false, true])
    for (const { labels } of store.list(archived).notes)
      for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map([...counts].sort(([one], [other]) => compareLabels(one, other)));
}

export function sortLabels(labels: readonly string[]): string[] {
  return [...labels].sort(compareLabels);
}

const { compare: compareLabels } = new Intl.Collator(undefined, { numeric: true });

/** A known label that differs only in case or accents, otherwise the typed text. */
export function labelFor(text: string, known: Iterable<string>): string {
  const label = text.trim().replace(/\s+/g, " ");
  const folded = foldText(label);
  return [...known].find((one) => foldText(one) === folded) ?? label;
}

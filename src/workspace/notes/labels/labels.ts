import { foldText } from "../../../lib/search/fold-text.ts";
import type { NotesStore } from "../notes-store.ts";

/** Labels of one note, and characters of one label. The table has the same limits. */
export const MAX_LABELS = 50;
export const LABEL_MAX_LENGTH = 50;

/** All labels of the known notes, archived ones too, with their numbers of notes, in order. */
export function countLabels(store: NotesStore): Map<string, number> {
  const counts = new Map<string, number>();
  for (const archived of [false, true])
    for (const { labels } of store.list(archived).notes)
      for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map([...counts].sort(([one], [other]) => compareLabels(one, other)));
}

/** Labels as they are shown. */
export function sortLabels(labels: readonly string[]): string[] {
  return [...labels].sort(compareLabels);
}

const { compare: compareLabels } = new Intl.Collator(undefined, { numeric: true });

/** The label for what was typed: a known one, whatever its case and accents; empty without text. */
export function labelFor(text: string, known: Iterable<string>): string {
  const label = text.trim().replace(/\s+/g, " ");
  const folded = foldText(label);
  return [...known].find((one) => foldText(one) === folded) ?? label;
}

import { formatCount } from "../../../lib/format.ts";
import { joinWords } from "../../../lib/join-words.ts";
import { foldText } from "../../../lib/search/fold-text.ts";
import type { Note } from "../note.ts";
import { nameOf } from "../note-text.ts";
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

/** Says which notes, of `count` that were to get labels, have no room for them. */
export function tooManyLabels(full: readonly Note[], count: number): string {
  const names = [...full.slice(0, MOST_NAMED).map(nameOf), full.length > MOST_NAMED ? "…" : null];
  const share = count > 1 ? `${formatCount(full.length)} of ${formatCount(count)} notes, ` : "";
  return `A note can have at most ${MAX_LABELS} labels. Not changed: ${share}${joinWords(names)}.`;
}

const MOST_NAMED = 3;

/** A known label that differs only in case or accents, otherwise the typed text. */
export function labelFor(text: string, known: Iterable<string>): string {
  const label = text.trim().replace(/\s+/g, " ");
  const folded = foldText(label);
  return [...known].find((one) => foldText(one) === folded) ?? label;
}

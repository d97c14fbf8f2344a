import { Highlight } from "../../../ui/highlight.tsx";
import { sortLabels } from "./labels.ts";

interface LabelChipsProps {
  labels: readonly string[];
  /** Words to mark in the labels. */
  search?: string;
}

/** The labels on a note's card. */
export function LabelChips({ labels, search = "" }: LabelChipsProps) {
  if (labels.length === 0) return null;
  const sorted = sortLabels(labels);
  return (
    <ul
      aria-label="Labels"
      className="pointer-events-none relative m-0 flex min-w-0 list-none flex-wrap gap-1 p-0"
    >
      {sorted.slice(0, MOST_SHOWN).map((label) => (
        <li key={label} dir="auto" className={`${LABEL_CHIP} truncate px-2`}>
          <Highlight text={label} search={search} />
        </li>
      ))}
      {sorted.length > MOST_SHOWN && (
        <li className="py-0.5 text-small text-soft">+{sorted.length - MOST_SHOWN}</li>
      )}
    </ul>
  );
}

/** Maximum number of labels on a card. */
const MOST_SHOWN = 8;

/** Classes of a label. */
export const LABEL_CHIP =
  "min-w-0 max-w-full rounded-full border border-line-strong py-0.5 text-small text-ink";

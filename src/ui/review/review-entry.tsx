import { formatCount } from "../../lib/format.ts";
import { Button } from "../button.tsx";
import { Checkbox } from "../field.tsx";
import type { EntryActions } from "./review-group.tsx";

interface ChoiceProps extends EntryActions {
  id: string;
  name: string;
  /** Facts shown after the name of the entry. */
  details: readonly string[];
  /** Whether it can be imported at all. */
  isPossible?: boolean;
}

/** An entry that can be chosen. */
export function Choice({ id, name, details, isPossible = true, ...actions }: ChoiceProps) {
  const { chosen, disabled, onToggle } = actions;
  return (
    <Checkbox
      wrap="flex-wrap gap-y-0"
      checked={chosen.has(id)}
      disabled={disabled || !isPossible}
      onChange={({ target }) => onToggle([id], target.checked)}
    >
      <bdi className="min-w-0 flex-1 basis-40 wrap-anywhere">{name}</bdi>
      <span className="min-w-0 text-small text-soft wrap-anywhere">{details.join(" · ")}</span>
    </Checkbox>
  );
}

/** An entry that cannot be imported, and why. */
export function RefusedEntry({ name, reason }: { name: string; reason: string }) {
  return (
    <p className="grid gap-x-3 py-1.5 ps-7.5 text-soft">
      <bdi className="wrap-anywhere">{name}</bdi>
      <span className="text-small text-bad">Can't be imported. {reason}</span>
    </p>
  );
}

interface ImportButtonsProps {
  /** Singular and plural noun, such as "Entry" and "Entries". */
  nouns: readonly [string, string];
  count: number;
  importing: boolean;
  onStart: () => void;
  onCancel: () => void;
}

export function ImportButtons({ nouns, count, importing, onStart, onCancel }: ImportButtonsProps) {
  const label = count === 1 ? `Import 1 ${nouns[0]}` : `Import ${formatCount(count)} ${nouns[1]}`;
  return (
    <div className="bottom-bar sticky bottom-0 flex flex-wrap gap-3 border-t bg-ground py-3">
      <Button look="primary" pending={importing} disabled={count === 0} onClick={onStart}>
        {importing ? "Importing..." : label}
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}

import type { KindName } from "../../../../shared/content/kind.ts";
import { fieldsOf } from "../../../../shared/content/kinds.ts";
import type { FieldDifference } from "../../../forms/field-difference.ts";
import type { EntryState } from "./history-api.ts";

/** How the values of some columns are shown, such as a category's name instead of its id. */
export type ShowColumn = Record<string, (value: string) => string>;

/**
 * The fields that differ between a version and the current state. A version from before a column was
 * added does not change it.
 */
export function changedFields(
  kind: KindName,
  then: EntryState,
  now: EntryState,
  show: ShowColumn = {},
): FieldDifference[] {
  return fieldsOf(kind)
    .filter(([column]) => column in then && textOf(then[column]) !== textOf(now[column]))
    .map(([column, { label }]) => {
      const shown = show[column] ?? String;
      return { label, mine: shown(textOf(then[column])), theirs: shown(textOf(now[column])) };
    });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

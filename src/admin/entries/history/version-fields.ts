import type { KindName } from "../../../../shared/content/kind.ts";
import { fieldsOf } from "../../../../shared/content/kinds.ts";
import { valueText } from "../../../content/value-text.ts";
import type { FieldDifference } from "../../../forms/field-difference.ts";
import type { EntryState } from "./history-api.ts";

/** Functions that show the values of some columns, such as a category's name instead of its id. */
export type ShowColumn = Record<string, (value: string) => string>;

/**
 * The fields that differ between a version and the current state. A version from before a column
 * existed does not change that column.
 */
export function changedFields(
  kind: KindName,
  then: EntryState,
  now: EntryState,
  show: ShowColumn = {},
): FieldDifference[] {
  return fieldsOf(kind)
    .filter(([column]) => column in then && String(then[column]) !== String(now[column]))
    .map(([column, field]) => {
      const shown = (value: unknown) => (show[column] ?? String)(valueText(field, value));
      return { label: field.label, mine: shown(then[column]), theirs: shown(now[column]) };
    });
}

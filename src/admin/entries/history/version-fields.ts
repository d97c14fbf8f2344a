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
  return fieldsOf(kind).flatMap(([column, field]) => {
    const mine = valueText(field, then[column]);
    const theirs = valueText(field, now[column]);
    if (!(column in then) || mine === theirs) return [];
    const shown = show[column] ?? String;
    return [{ label: field.label, mine: shown(mine), theirs: shown(theirs) }];
  });
}

import type { FieldDifference } from "../../../forms/field-difference.ts";
import type { EntryState } from "./history-api.ts";

/** The labels of columns, in the order in which they are compared. */
const LABELS: Record<string, string> = {
  title: "Title",
  name: "Name",
  organization: "Organization",
  organization_link: "Institution website",
  location: "Location",
  start_month: "Start month",
  end_month: "End month",
  date_range: "Date range",
  description: "Description",
  skills: "Skills",
  level: "Level",
  category_id: "Category",
  icon: "Icon",
  live_link: "Live link",
  github_link: "GitHub link",
  image_url: "Picture",
  image_alt: "Picture description",
  stack: "Stack",
  url: "URL",
  icon_key: "Icon",
  display_order: "Display order",
  visibility: "Visibility",
};

/** Columns that are not restored. */
const OMITTED = ["id", "created_at", "revision", "position"];

/** How the values of some columns are shown, such as a category's name instead of its id. */
export type ShowColumn = Record<string, (value: string) => string>;

/** The columns that differ between a version and the current state. */
export function changedFields(
  then: EntryState,
  now: EntryState,
  show: ShowColumn = {},
): FieldDifference[] {
  return columnsOf(then)
    .filter((column) => textOf(then[column]) !== textOf(now[column]))
    .map((column) => {
      const shown = show[column] ?? String;
      return {
        label: labelOf(column),
        mine: shown(textOf(then[column])),
        theirs: shown(textOf(now[column])),
      };
    });
}

// A version from before a column was added does not change it.
function columnsOf(then: EntryState): string[] {
  const order = Object.keys(LABELS);
  const rank = (column: string) => order.indexOf(column) >>> 0;
  return Object.keys(then)
    .filter((column) => !OMITTED.includes(column))
    .sort((one, other) => rank(one) - rank(other));
}

function labelOf(column: string): string {
  const words = column.replaceAll("_", " ");
  return LABELS[column] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

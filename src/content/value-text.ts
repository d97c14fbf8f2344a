import type { AnyField } from "../../shared/content/kind.ts";
import { formatMonthRange } from "../../shared/month-range.ts";

/** A column's value as text; empty for none. */
export function valueText({ type }: Pick<AnyField, "type">, value: unknown): string {
  if (value === null || value === undefined) return "";
  switch (type) {
    case "words":
      return (value as string[]).join(", ");
    case "month":
      return formatMonthRange(null, String(value));
    case "flag":
      return value === true ? "Yes" : "No";
    case "text":
    case "link":
    case "picture":
    case "icon":
    case "category":
    case "number":
    case "order":
    case "visibility":
      return String(value);
    default:
      return type satisfies never;
  }
}

import type { AnyField, OtherField } from "../../shared/content/kind.ts";
import { formatMonthRange } from "../../shared/month-range.ts";

/** A column's value as text; empty for none. */
export function valueText(field: Pick<AnyField, "type">, value: unknown): string {
  if (value === null || value === undefined) return "";
  switch (field.type) {
    case "words":
      return (value as string[]).join(", ");
    case "month":
      return formatMonthRange(null, String(value));
    case "flag":
      return value === true ? "Yes" : "No";
    default:
      field.type satisfies "text" | "link" | "number" | "order" | "visibility" | OtherField["type"];
      return String(value);
  }
}

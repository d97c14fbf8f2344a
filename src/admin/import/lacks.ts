import type { PlanItem, Row } from "./plan-item.ts";

/** What a new entry lacks that visitors would notice and the editor can add later. */
export function lacksOf(table: PlanItem["table"], row: Row): string[] {
  switch (table) {
    case "projects":
      return labelsOf(row, { image_url: "no picture", description: "no description" });
    case "experience":
    case "education":
      return row.start_month || row.date_range ? [] : ["no dates"];
    case "skills":
      return labelsOf(row, { icon: "no icon", level: "no level" });
    default:
      return [];
  }
}

function labelsOf(row: Row, labels: Record<string, string>): string[] {
  return Object.entries(labels).flatMap(([column, label]) => (row[column] === null ? [label] : []));
}

import { BYTE_ORDER_MARK, csvLine } from "../shell/csv-line.ts";
import type { AnalyticsDay } from "./analytics-schema.ts";
import type { Ranked } from "./rankings.ts";

/** One line per day; visitors are empty for days on which they were not counted. */
export function daysCsv(days: readonly AnalyticsDay[]): string {
  const lines = days.map(({ date, visits, visitors, bots }) =>
    csvLine([date, String(visits), String(visitors ?? ""), String(bots)]),
  );
  return [BYTE_ORDER_MARK, csvLine(["Day", "Visits", "Visitors", "Bots"]), ...lines].join("");
}

/** One line per row of a list. */
export function rankedCsv(rows: readonly Ranked[], counted: string): string {
  const lines = rows.map(({ label, note = "", count }) => csvLine([label, note, String(count)]));
  return [BYTE_ORDER_MARK, csvLine(["Name", "Kind", counted]), ...lines].join("");
}

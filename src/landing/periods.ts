import { formatMonthRange } from "../../shared/month-range.ts";
import { parseRange } from "../content/cv/cv-dates.ts";
import type { TimelineRow } from "../content/portfolio.ts";
import type { PageTexts } from "../content/texts/en.ts";
import { translateDates } from "../content/texts/translate-dates.ts";

/** Year of the start, as in "Mar 2021 – Present". */
export function yearOf({ start_month: start, date_range: text }: Period): string {
  return start?.slice(0, "2021".length) ?? /\b(19|20)\d\d\b/.exec(text ?? "")?.[0] ?? "";
}

type Period = Pick<TimelineRow, "start_month" | "end_month" | "date_range">;

export function isRunning({ start_month, end_month, date_range }: Period): boolean {
  // Kinds with a single date have no such column.
  if (end_month === undefined) return false;
  const text = start_month ? null : parseRange(date_range ?? "");
  const [start, end] = text ? [text.startDate, text.endDate] : [start_month, end_month];
  return Boolean(start) && hasBegun(start) && !end;
}

export const hasBegun = (start: string | null | undefined) =>
  (start ?? "") <= new Date().toISOString();

/** The period from the first start to the last end; empty if a start is unknown. */
export function wholePeriod(rows: readonly TimelineRow[], texts: PageTexts): string {
  const starts = rows.map(({ start_month }) => start_month ?? "").sort();
  const ends = rows.map(({ end_month }) => end_month ?? "").sort();
  if (!starts[0]) return "";
  const end = ends[0] ? (ends.at(-1) ?? null) : null;
  return translateDates(formatMonthRange(starts[0], end), texts);
}

import { dateFormat, formatCount, numberFormat } from "../../lib/format.ts";

/** Minimum for the top of the scale, so that a few visits do not fill the chart. */
const LOWEST_TOP = 5;

/** A bar's height in percent, scaled to the maximum of the data or 5. */
export function barHeight(count: number, counts: readonly number[]): number {
  return (count / Math.max(LOWEST_TOP, ...counts)) * 100;
}

/** Such as `Sat` and `Saturday, November 21` for the date `2026-11-21`. */
export function dayNames(date: string): { short: string; long: string } {
  // The database already assigned the visit to a day; a time zone must not shift it.
  const day = new Date(`${date}T00:00:00Z`);
  return { short: weekday(day), long: fullDay(day) };
}

/** Such as `61`, `9,999` or `142.9K`: short enough for the space above a bar. */
export function shortCount(count: number): string {
  return count < 10_000 ? formatCount(count) : compact(count);
}

const weekday = dateFormat({ weekday: "short", timeZone: "UTC" });
const fullDay = dateFormat({
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});
const compact = numberFormat({ notation: "compact", maximumFractionDigits: 1 });

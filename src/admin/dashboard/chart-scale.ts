import { once } from "../../lib/once.ts";

/** Smallest value at the top of the scale, so that a few visits do not fill the chart. */
const LOWEST_TOP = 5;

/** A bar's height in percent, scaled to the maximum of the data or 5. */
export function barHeight(count: number, counts: readonly number[]): number {
  return (count / Math.max(LOWEST_TOP, ...counts)) * 100;
}

/** `Sat` and `Saturday, November 21` for a date such as `2026-11-21`. */
export function dayNames(date: string): { short: string; long: string } {
  // The database already assigned the visit to a day; a time zone must not shift it.
  const day = new Date(`${date}T00:00:00Z`);
  return { short: weekday().format(day), long: fullDay().format(day) };
}

/** `61`, `9,999`, `142.9K`: short enough to fit above a bar. */
export function shortCount(count: number): string {
  return (count < 10_000 ? whole : compact)().format(count);
}

const weekday = once(() => new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" }));
const fullDay = once(
  () =>
    new Intl.DateTimeFormat("en-US", {
      weekday: "long",
      month: "long",
      day: "numeric",
      timeZone: "UTC",
    }),
);
const whole = once(() => new Intl.NumberFormat("en-US"));
const compact = once(
  () => new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 }),
);

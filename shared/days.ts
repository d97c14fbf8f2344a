/** Calendar days as texts such as `2026-12-24`, without a time zone. */

/** The latest day: browsers do not parse years with more than four digits. */
export const LAST_DAY = "9999-12-31";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The day a number of days later, or earlier if the number is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

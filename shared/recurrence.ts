/**
 * Days of the stored recurrence rules, a subset of RFC 5545's RRULE. The database adds the next task
 * (`private.next_due_day`); browsers and the calendar feed calculate the same days with this file.
 * Days are texts such as `2026-12-24`.
 */

import { addDays, DAY_MS, LAST_DAY } from "./days.ts";

/** The weekdays of a rule, from Monday on. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The same day of another month, or its last day. */
export function addMonths(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return addDays(date.toISOString().slice(0, 10), Math.min(monthDay(day), lengthOf(date)) - 1);
}

/** Whether the rule names this day's weekday, or place in its month. True if it names none. */
export function fitsRule(rule: string, day: string): boolean {
  const date = new Date(msOf(day));
  const fromEnd = lengthOf(date) - date.getUTCDate();
  if (rule.includes("BYMONTHDAY=-1")) return fromEnd === 0;
  const [, place, days] = /BYDAY=(-?\d)?([A-Z,]+)/.exec(rule) ?? [];
  const week = place === "-1" ? Math.floor((fromEnd + 1) / -7) : Math.ceil(date.getUTCDate() / 7);
  const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7] ?? "";
  return !days || (days.includes(weekday) && (!place || Number(place) === week));
}

/**
 * The next due day of a series, or null after its end.
 * @param last the due day of the task that is done.
 * @param monthDays the day of the month of the series, if a short month has changed `last`.
 * @param today earlier days are skipped.
 */
export function nextDueDay(
  rule: string,
  last: string,
  today: string,
  monthDays = monthDay(last),
): string | null {
  const [, freq = "DAILY"] = /^FREQ=([A-Z]+)/.exec(rule) ?? [];
  const every = Number(/INTERVAL=(\d+)/.exec(rule)?.[1] ?? 1);
  const until = /UNTIL=(\d{8})/.exec(rule)?.[1]?.replace(/(....)(..)/, "$1-$2-") ?? LAST_DAY;
  if (/COUNT=1$/.test(rule)) return null;
  const named = rule.includes("BY");
  let day = addDays(last, 1);
  if (day < today) day = today;
  for (; day <= until && day.length === LAST_DAY.length; day = addDays(day, 1)) {
    const isPlace = named ? fitsRule(rule, day) : isSamePlace(freq, last, day, monthDays);
    if (isPlace && unitsBetween(freq, last, day) % every === 0) return day;
  }
  return null;
}

/** The first day from `today` on that a new series can begin on. */
export function firstDueDay(rule: string, today: string): string {
  for (let day = today; ; day = addDays(day, 1)) if (fitsRule(rule, day)) return day;
}

/** Whether a day has the place in its week, month or year that the series has. */
function isSamePlace(freq: string, last: string, day: string, monthDays: number): boolean {
  if (freq === "DAILY") return true;
  if (freq === "WEEKLY") return (msOf(day) - msOf(last)) % (7 * DAY_MS) === 0;
  if (day.slice(0, 7) === last.slice(0, 7)) return false;
  if (freq === "YEARLY" && day.slice(5, 7) !== last.slice(5, 7)) return false;
  return monthDay(day) === Math.min(monthDays, lengthOf(new Date(msOf(day))));
}

/** Number of days, weeks from Monday, months or years from one day to another. */
function unitsBetween(freq: string, from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  if (freq === "YEARLY") return years;
  if (freq === "MONTHLY") return years * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  const days = (day: string) => msOf(day) / DAY_MS;
  // January 1, 1970 was a Thursday.
  const weeks = (day: string) => Math.floor((days(day) + 3) / 7);
  return freq === "WEEKLY" ? weeks(to) - weeks(from) : days(to) - days(from);
}

const monthDay = (day: string) => Number(day.slice(8));

/** Number of days in a date's month. */
const lengthOf = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

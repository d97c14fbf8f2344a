import { once } from "./once.ts";

/** A date such as `Nov 21, 2026`. Dates are shown in en-US. */
export function formatDate(iso: string): string {
  return day(new Date(iso));
}

/** A date and time such as `Nov 21, 2026, 4:05 PM`. */
export function formatDateTime(iso: string): string {
  return dayAndTime(new Date(iso));
}

/** Formats a time today as `4:05:12 PM`, other times with their date. */
export function formatMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  return (moment.toDateString() === now.toDateString() ? time : dayAndTime)(moment);
}

/** Formats a time today as `03:12`, other times with their day, `Nov 21, 03:12`. */
export function formatRecentTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  return (moment.toDateString() === now.toDateString() ? clock : dayAndClock)(moment);
}

/** A whole number with separators, such as `12,345`. */
export function formatCount(count: number): string {
  return whole(count);
}

/**
 * Formats dates in en-US. The formatter is created on demand, because ten at startup take 15 ms.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const formatter = once(() => new Intl.DateTimeFormat("en-US", options));
  return (date) => formatter().format(date);
}

/** Formats numbers in en-US; the formatter is created on demand. */
export function numberFormat(options?: Intl.NumberFormatOptions): (number: number) => string {
  const formatter = once(() => new Intl.NumberFormat("en-US", options));
  return (number) => formatter().format(number);
}

const day = dateFormat({ dateStyle: "medium" });
const dayAndTime = dateFormat({ dateStyle: "medium", timeStyle: "short" });
const time = dateFormat({ timeStyle: "medium" });
const clock = dateFormat({
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const dayAndClock = dateFormat({
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const whole = numberFormat();

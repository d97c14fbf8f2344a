import { once } from "./once.ts";

/** A date such as `Nov 21, 2026`. Dates are shown in en-US. */
export function formatDate(iso: string): string {
  return day().format(new Date(iso));
}

/** A date and time such as `Nov 21, 2026, 4:05 PM`. */
export function formatDateTime(iso: string): string {
  return dayAndTime().format(new Date(iso));
}

/** For a time today, such as `4:05:12 PM`; otherwise date and time. */
export function formatMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  return (moment.toDateString() === now.toDateString() ? time : dayAndTime)().format(moment);
}

/** Such as `03:12` for a time today; otherwise with its day, `Nov 21, 03:12`. */
export function formatRecentTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  return (moment.toDateString() === now.toDateString() ? clock : dayAndClock)().format(moment);
}

/** A whole number with separators, such as `12,345`. */
export function formatCount(count: number): string {
  return whole().format(count);
}

// Created when needed: ten of them at the start would take 20 ms.
const day = once(() => new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }));
const dayAndTime = once(
  () => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" }),
);
const time = once(() => new Intl.DateTimeFormat("en-US", { timeStyle: "medium" }));
const clock = once(
  () =>
    new Intl.DateTimeFormat("en-US", {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);
const dayAndClock = once(
  () =>
    new Intl.DateTimeFormat("en-US", {
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);
const whole = once(() => new Intl.NumberFormat("en-US"));

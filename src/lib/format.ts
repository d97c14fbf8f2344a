/** A day such as `Nov 21, 2026`. Dates are shown in en-US. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}

/** A day and a time such as `Nov 21, 2026, 4:05 PM`. */
export function formatDateTime(iso: string): string {
  return dayAndTime.format(new Date(iso));
}

/** The time of a moment of today, such as `4:05:12 PM`; of any other day that day and the time. */
export function formatMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  return (moment.toDateString() === now.toDateString() ? time : dayAndTime).format(moment);
}

/** A whole number with separators, such as `12,345`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const dayAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const time = new Intl.DateTimeFormat("en-US", { timeStyle: "medium" });
const whole = new Intl.NumberFormat("en-US");

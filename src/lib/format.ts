/** A day and a time such as `Nov 21, 2026, 4:05 PM`. */
export function formatDateTime(iso: string): string {
  return dayAndTime.format(new Date(iso));
}

/** A whole number with separators, such as `12,345`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

const dayAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const whole = new Intl.NumberFormat("en-US");

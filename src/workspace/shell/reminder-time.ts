/**
 * Converts a stored or local time, as in `<input type="datetime-local">` (`2026-12-24T09:30`), to
 * the format this app stores; null for an empty one.
 */
export function toMoment(time: string | null): string | null {
  const date = new Date(time ?? "");
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The local time of a stored moment in that input's format; empty for null. */
export function timeOf(moment: string | null): string {
  const date = new Date(moment ?? "");
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Latest time that the input accepts: browsers do not parse years with more than four digits. */
export const LAST_TIME = "9999-12-31T23:59";

/** Common times for a reminder, in that input's format. */
export function reminderTimes(now = new Date()): { label: string; time: string }[] {
  const at = (label: string, days: number, hour: number) => {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
    return { label, time: timeOf(date.toISOString()) };
  };
  return [
    ...(now.getHours() < EVENING - 1 ? [at("Today", 0, EVENING)] : []),
    at("Tomorrow", 1, MORNING),
    // Weeks begin on Monday.
    at("Next week", (8 - now.getDay()) % 7 || 7, MORNING),
  ];
}

const MORNING = 8;
const EVENING = 18;

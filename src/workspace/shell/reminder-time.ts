/**
 * A moment as this app stores it, of one that was read or of the local time that
 * `<input type="datetime-local">` has (`2026-12-24T09:30`); null when there is none.
 */
export function toMoment(time: string | null): string | null {
  const date = new Date(time ?? "");
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The local time of a stored moment, as that input has it; empty when there is none. */
export function timeOf(moment: string | null): string {
  const date = new Date(moment ?? "");
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Latest time that the input accepts: browsers do not parse years with more than four digits. */
export const LAST_TIME = "9999-12-31T23:59";

/** Times that one often wants to be reminded at, as that input has them. */
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

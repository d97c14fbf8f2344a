import { dateFormat } from "../../lib/format.ts";
import type { Task } from "./task.ts";

/** A rule without its interval, such as `FREQ=WEEKLY;BYDAY=MO`; empty for no repetition. */
export const repetitions: readonly string[] = [
  "",
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
  "FREQ=WEEKLY",
  "FREQ=MONTHLY",
  "FREQ=YEARLY",
];

/**
 * Maximum interval in days, weeks, months or years.
 * @limit content: interval of a recurring task [days, weeks, months or years]
 */
export const MAX_INTERVAL = 99;

/** Labels for the day from which the next due date is calculated. */
export const recurrenceStarts = { due: "The due date", done: "The day it is done" } as const;

export type RecurrenceStart = keyof typeof recurrenceStarts;

/** The repetition and the interval of a stored rule. */
export function parseRecurrence(rule: string | null): { repeat: string; every: string } {
  const every = rule?.match(INTERVAL)?.[1] ?? "1";
  return { repeat: rule?.replace(INTERVAL, "") ?? "", every };
}

/** A rule as the database stores it; null for no repetition. */
export function toRecurrence(repeat: string, every: number): string | null {
  if (repeat === "") return null;
  return every === 1 ? repeat : repeat.replace(/^FREQ=[A-Z]+/, `$&;INTERVAL=${every}`);
}

/** A rule in words, such as `Every 2 weeks on Mon, Fri`. */
export function recurrenceText(rule: NonNullable<Task["recurrence"]>): string {
  const { repeat, every } = parseRecurrence(rule);
  const [text, unit] = WORDS[/^FREQ=([A-Z]+)/.exec(repeat)?.[1] ?? ""] ?? ["Repeats", "times"];
  const often = every === "1" ? text : `Every ${every} ${unit}`;
  const days = /BYDAY=(.*)/.exec(repeat)?.[1];
  if (!days) return often;
  if (days === WEEKDAYS) return every === "1" ? "Every weekday" : `${often} on weekdays`;
  return `${often} on ${days
    .split(",")
    .map((day) => DAYS[day])
    .join(", ")}`;
}

/** Describes a repetition without its interval. */
export function repetitionText(repeat: string): string {
  return repeat ? recurrenceText(repeat) : "Does not repeat";
}

/** The plural of a repetition's unit, such as `weeks`. */
export function unitOf(repeat: string): string {
  return WORDS[/^FREQ=([A-Z]+)/.exec(repeat)?.[1] ?? ""]?.[1] ?? "";
}

/** A due day such as `Tue, Dec 8`; with the year unless it is that of `today`. */
export function dayText(day: string, today: string): string {
  return (day.slice(0, 4) === today.slice(0, 4) ? shortDay : longDay)(new Date(day));
}

const INTERVAL = /;INTERVAL=(\d+)/;
const WEEKDAYS = "MO,TU,WE,TH,FR";

const WORDS: Record<string, [once: string, unit: string]> = {
  DAILY: ["Daily", "days"],
  WEEKLY: ["Weekly", "weeks"],
  MONTHLY: ["Monthly", "months"],
  YEARLY: ["Yearly", "years"],
};

const DAYS: Record<string, string> = {
  ...{ MO: "Mon", TU: "Tue", WE: "Wed", TH: "Thu", FR: "Fri", SA: "Sat", SU: "Sun" },
};

const shortDay = dateFormat({ weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
const longDay = dateFormat({
  ...{ weekday: "short", month: "short", day: "numeric", year: "numeric", timeZone: "UTC" },
});

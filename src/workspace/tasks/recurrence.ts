import { dateFormat } from "../../lib/format.ts";
import type { Task } from "./task.ts";

/** From Monday to Friday. */
export const WORKDAYS = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";

/** Rules without interval and end, such as `FREQ=WEEKLY;BYDAY=MO`; empty for no repetition. */
export const repetitions: readonly string[] = [
  "",
  "FREQ=DAILY",
  WORKDAYS,
  "FREQ=WEEKLY",
  "FREQ=MONTHLY",
  "FREQ=YEARLY",
];

/**
 * Maximum interval in days, weeks, months or years, and maximum number of tasks of a series.
 * @limit content: interval of a recurring task, and tasks of a series that ends after a number [days, weeks, months, years or tasks]
 */
export const MAX_INTERVAL = 99;

/** Labels for the day from which the next due date is calculated. */
export const recurrenceStarts = { due: "The due date", done: "The day it is done" } as const;

export type RecurrenceStart = keyof typeof recurrenceStarts;

/** Labels for the end of a series. */
export const recurrenceEnds = {
  "": "Never",
  until: "On a date",
  times: "After a number of tasks",
} as const;

export type RecurrenceEnd = keyof typeof recurrenceEnds;

/** A stored rule as in the form: the repetition, the interval, and the end. */
export function parseRecurrence(rule: string | null) {
  const every = rule?.match(INTERVAL)?.[1] ?? "1";
  const [, until = "", times = ""] = rule?.match(END) ?? [];
  const ends: RecurrenceEnd = until ? "until" : times ? "times" : "";
  const repeat = rule?.replace(INTERVAL, "").replace(END, "") ?? "";
  return { repeat, every, ends, until: until.replace(/(....)(..)/, "$1-$2-"), times };
}

/** A rule as the database stores it; null for no repetition. @param until a day or empty. */
export function toRecurrence(repeat: string, every: number, until = "", times = ""): string | null {
  if (repeat === "") return null;
  const rule = every === 1 ? repeat : repeat.replace(/^FREQ=[A-Z]+/, `$&;INTERVAL=${every}`);
  if (until) return `${rule};UNTIL=${until.replaceAll("-", "")}`;
  return times ? `${rule};COUNT=${times}` : rule;
}

/** A rule in words, such as `Every 2 weeks on Mon, Fri`. */
export function recurrenceText(rule: NonNullable<Task["recurrence"]>): string {
  const { repeat, every, until, times } = parseRecurrence(rule);
  const more = Number(times) - 1;
  const text = often(repeat, every);
  if (until) return `${text}, until ${dayAndYear(new Date(until))}`;
  if (!times) return text;
  return `${text}, ${more === 0 ? "last time" : `${more} more time${more === 1 ? "" : "s"}`}`;
}

function often(repeat: string, every: string): string {
  const [text, unit] = WORDS[/^FREQ=([A-Z]+)/.exec(repeat)?.[1] ?? ""] ?? ["Repeats", "times"];
  const often = every === "1" ? text : `Every ${every} ${unit}`;
  if (repeat.includes("BYMONTHDAY=-1")) return `${often} on the last day`;
  const [, place, days] = BYDAY.exec(repeat) ?? [];
  if (!days) return often;
  if (place) return `${often} on the ${placeNames[place]} ${dayNames[days]}`;
  if (days === WEEKDAYS) return every === "1" ? "Every weekday" : `${often} on weekdays`;
  return `${often} on ${days
    .split(",")
    .map((day) => dayNames[day]?.slice(0, 3))
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

/** The place of a weekday in its month, if any, and the days. */
export const BYDAY = /BYDAY=(-?\d)?([A-Z,]+)/;

const INTERVAL = /;INTERVAL=(\d+)/;
const END = /;(?:UNTIL=(\d{8})|COUNT=(\d+))$/;
const WEEKDAYS = "MO,TU,WE,TH,FR";

const WORDS: Record<string, [once: string, unit: string]> = {
  DAILY: ["Daily", "days"],
  WEEKLY: ["Weekly", "weeks"],
  MONTHLY: ["Monthly", "months"],
  YEARLY: ["Yearly", "years"],
};

export const placeNames: Record<string, string> = {
  ...{ 1: "first", 2: "second", 3: "third", 4: "fourth", "-1": "last" },
};

export const dayNames: Record<string, string> = {
  ...{ MO: "Monday", TU: "Tuesday", WE: "Wednesday", TH: "Thursday", FR: "Friday" },
  ...{ SA: "Saturday", SU: "Sunday" },
};

const dayAndYear = dateFormat({ dateStyle: "medium", timeZone: "UTC" });
const shortDay = dateFormat({ weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
const longDay = dateFormat({
  ...{ weekday: "short", month: "short", day: "numeric", year: "numeric", timeZone: "UTC" },
});

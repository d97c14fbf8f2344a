import { addDays, DAY_MS } from "../../../shared/days.ts";
import { dateFormat } from "../../lib/format.ts";

/** Converts the value of `<input type="date">` (`2026-12-24`) to the start of that day in UTC. */
export function toDueDate(day: string): string | null {
  return day === "" ? null : `${day}T00:00:00.000Z`;
}

/** The date part of a stored due date; empty when there is none. */
export function dayOf(dueDate: string | null): string {
  if (dueDate === null) return "";
  const date = new Date(dueDate);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/**
 * Formats the chosen day, in any time zone: `Today`, `Tomorrow`, the weekday for the next six days,
 * otherwise as `formatDay`. Empty if it is not a day.
 * @param today as returned by `todayHere`.
 */
export function formatDueDate(dueDate: string, today: string): string {
  const days = (Date.parse(dayOf(dueDate)) - Date.parse(today)) / DAY_MS;
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  return days > 1 && days < 7 ? dayName(new Date(dueDate)) : formatDay(dueDate, today);
}

const dayName = dateFormat({ weekday: "long", timeZone: "UTC" });

/** Formats a day such as `Dec 24`; with the year unless it is that of `today`. */
export function formatDay(dueDate: string, today: string): string {
  const day = dayOf(dueDate);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return day && (isThisYear ? shortDay : dayAndYear)(new Date(dueDate));
}

/** Whether the day has passed. @param today as returned by `todayHere`. */
export function isPast(dueDate: string, today: string): boolean {
  const day = dayOf(dueDate);
  return day !== "" && day < today;
}

/** The last day of the week of a day; weeks begin on Monday. */
export function endOfWeek(day: string): string {
  return addDays(day, (7 - new Date(day).getUTCDay()) % 7);
}

/** The local calendar day, such as `2026-12-24`. */
export function todayHere(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const shortDay = dateFormat({ month: "short", day: "numeric", timeZone: "UTC" });
const dayAndYear = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

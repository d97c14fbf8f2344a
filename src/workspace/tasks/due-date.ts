/** A day as `<input type="date">` has it (`2026-12-24`), stored as the start of that day in UTC. */
export function toDueDate(day: string): string | null {
  return day === "" ? null : `${day}T00:00:00.000Z`;
}

/** The date part of a stored due date; empty when there is none. */
export function dayOf(dueDate: string | null): string {
  if (dueDate === null) return "";
  const date = new Date(dueDate);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/** The last day that can be chosen: years of more digits are no dates to a browser's parser. */
export const LAST_DAY = "9999-12-31";

/** Such as `Dec 24`. The day that was chosen, wherever it is looked at from; empty when it is none. */
export function formatDueDate(dueDate: string): string {
  return dayOf(dueDate) && shortDay.format(new Date(dueDate));
}

/** Whether the day has passed. @param today as `todayHere` says it. */
export function isPast(dueDate: string, today: string): boolean {
  const day = dayOf(dueDate);
  return day !== "" && day < today;
}

/** The calendar day at this place, such as `2026-12-24`. */
export function todayHere(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const shortDay = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

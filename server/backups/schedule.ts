/** A time of day, in the server's time zone. */
export interface DailyTime {
  hour: number;
  minute: number;
}

/** Reads `daily@03:00`. @returns null for anything else. */
export function parseSchedule(text: string): DailyTime | null {
  const [, hour, minute] = /^daily@([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined ? null : { hour: Number(hour), minute: Number(minute) };
}

/** Formats a time like `03:00`. */
export function formatTime({ hour, minute }: DailyTime): string {
  return [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The last time at or before `now` when a backup was due. */
export function lastDue({ hour, minute }: DailyTime, now: Date): Date {
  const due = new Date(now);
  due.setHours(hour, minute, 0, 0);
  // Moves by calendar days, because a day with a clock change has 23 or 25 hours.
  if (due > now) {
    due.setDate(due.getDate() - 1);
    due.setHours(hour, minute, 0, 0);
  }
  return due;
}

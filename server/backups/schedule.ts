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

/** The first such time after `now`. */
export function nextRun({ hour, minute }: DailyTime, now: Date): Date {
  const next = new Date(now);
  next.setHours(hour, minute, 0, 0);
  // By date, not by hours: a day with a clock change has 23 or 25.
  if (next <= now) {
    next.setDate(next.getDate() + 1);
    next.setHours(hour, minute, 0, 0);
  }
  return next;
}

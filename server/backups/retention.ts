/**
 * Numbers of scheduled archives to keep: the newest one of each of so many days, weeks and months.
 * @limit drive: scheduled archives that are kept: daily; 7 days
 * @limit drive: scheduled archives that are kept: weekly; 4 weeks
 * @limit drive: scheduled archives that are kept: monthly; 12 months
 */
const BACKUPS_KEPT = { days: 7, weeks: 4, months: 12 };

/**
 * The archives to delete: all but the newest of each of the last 7 days, 4 weeks and 12 months that
 * have archives. Days without a backup are not counted, so a long pause deletes nothing.
 * @param archives with their times; the newest one always stays.
 */
export function archivesToDelete<T extends { createdAt: Date }>(
  archives: readonly T[],
  kept: Record<Period, number> = BACKUPS_KEPT,
): T[] {
  const newestFirst = archives.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const keep = new Set<T>(newestFirst.slice(0, 1));
  for (const [period, nameOf] of Object.entries(periods) as [Period, (day: Date) => string][]) {
    const newest = new Map<string, T>();
    for (const archive of newestFirst) {
      const name = nameOf(archive.createdAt);
      if (!newest.has(name)) newest.set(name, archive);
    }
    for (const archive of [...newest.values()].slice(0, kept[period])) keep.add(archive);
  }
  return newestFirst.filter((archive) => !keep.has(archive));
}

type Period = keyof typeof periods;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Identifies the day, week (from Monday) or month of a time, in UTC. */
const periods = {
  days: (time: Date) => time.toISOString().slice(0, 10),
  weeks: (time: Date) => {
    const daysSinceMonday = (time.getUTCDay() + 6) % 7;
    return new Date(time.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
  },
  months: (time: Date) => time.toISOString().slice(0, 7),
};

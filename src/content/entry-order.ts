/** An entry of a list that the owner may have put in order. */
interface Ordered {
  /** Null for entries added after the owner ordered the list, and in lists in default order. */
  position: number | null;
}

interface Dated {
  /** First day of a month, such as "2021-03-01". */
  start_month?: string | null;
  created_at: string;
}

/**
 * The chosen order. An entry without a position is placed before the first entry that the default
 * order puts after it.
 * @param entries in the default order, which also decides between equal positions.
 */
export function inChosenOrder<Entry extends Ordered>(entries: readonly Entry[]): Entry[] {
  const ranked = entries.map((entry, rank) => ({ entry, rank, place: entry.position }));
  const ordered = ranked
    .filter(({ place }) => place !== null)
    .sort((a, b) => Number(a.place) - Number(b.place));
  for (const added of ranked.filter(({ place }) => place === null)) {
    const next = ordered.findIndex(({ place, rank }) => place !== null && rank > added.rank);
    ordered.splice(next < 0 ? ordered.length : next, 0, added);
  }
  return ordered.map(({ entry }) => entry);
}

/**
 * Sorts by start month, newest first; entries without one count by the day they were added.
 * @param entries those added last first, which breaks ties.
 */
export function newestFirst<Entry extends Dated>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => dayOf(b).localeCompare(dayOf(a)));
}

/**
 * The current role that the page announces: the ongoing one that started last, otherwise the first.
 * @param roles in the order of the page.
 */
export function latestRole<Role extends Pick<Dated, "start_month"> & { end_month?: string | null }>(
  roles: readonly Role[],
): Role | undefined {
  const start = (role: Role) => (role.end_month ? "" : (role.start_month ?? ""));
  return roles.reduce<Role | undefined>(
    (latest, role) => (!latest || start(role) > start(latest) ? role : latest),
    undefined,
  );
}

function dayOf({ start_month: month, created_at: added }: Dated): string {
  return month ?? added.slice(0, "2021-03-01".length);
}

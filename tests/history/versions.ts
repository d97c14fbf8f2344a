/** A committed version of a row, as the triggers recorded it. */
export interface RowVersion<Row> {
  /** Number of the transaction; a higher one was committed later. */
  commit: number;
  /** Time in milliseconds, just before the commit. */
  at: number;
  id: string;
  /** Null when the row has left this table. */
  stored: Row | null;
}

/** Changes of one transaction. */
export interface Commit<Row> {
  commit: number;
  at: number;
  changes: Row[];
}

/** Groups versions, which are in commit order, by transaction. */
export function commitsOf<Row extends { commit: number; at: number }>(
  versions: readonly Row[],
): Commit<Row>[] {
  const commits: Commit<Row>[] = [];
  for (const version of versions) {
    const last = commits.at(-1);
    if (last?.commit === version.commit) last.changes.push(version);
    else commits.push({ commit: version.commit, at: version.at, changes: [version] });
  }
  return commits;
}

/** Milliseconds by which two clocks on this machine may be rounded differently. */
export const CLOCK_MS = 2;

/** A committed version of a row, as the triggers recorded it. */
export interface RowVersion<Row> {
  /** Number of the transaction; a higher one was committed later. */
  commit: number;
  /** Milliseconds, just before the commit. */
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

/** The transactions of versions that are in the order of their commits. */
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

/** Milliseconds by which the two clocks, both of this machine, round differently. */
export const CLOCK_MS = 2;

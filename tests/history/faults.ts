/** A defect that the checker must find. */
export interface Fault {
  name: string;
  /** What is wrong with the product that has it. */
  what: string;
  /** SQL that plants it once a schedule's user exists, and that removes it. */
  plant?: string;
  remove?: string;
  /** A script that runs in every page before its own. */
  script?: string;
  /** Settings of PostgreSQL. */
  settings?: Record<string, string>;
}

export const FAULTS: readonly Fault[] = [];

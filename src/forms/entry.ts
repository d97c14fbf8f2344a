/** What every row of a list that the owner edits has. */
export interface Entry {
  id: string;
  /** Counts the row's changes; a save names the one it started from. */
  revision: number;
}

/** The row a save means, at the revision the editing started from; null makes a new row. */
export type SaveTarget = Entry | null;

/** Columns of every row in a list the owner edits. */
export interface Entry {
  id: string;
  /** Incremented by every update; a save names the revision it started from. */
  revision: number;
}

/** The row to update, at the revision the editing started from; null inserts a new row. */
export type SaveTarget = Entry | null;

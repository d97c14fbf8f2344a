/** Columns that all editable lists share. */
export interface Entry {
  id: string;
  /** Incremented by every update; a save names its base revision. */
  revision: number;
}

/** The row to update, in its base revision; null inserts a new row. */
export type SaveTarget = Entry | null;

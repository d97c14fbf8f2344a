/** A committed version of a row, as the triggers recorded it. */
export interface RowVersion<Row> {
  /** Its transaction's number; a higher one was committed later. */
  commit: number;
  /** Milliseconds, just before the commit. */
  at: number;
  id: string;
  /** Null when the row has left this table. */
  stored: Row | null;
}

import type { Tx } from "./personas.ts";

/** The number of rows of a table that the work reads, by index or sequentially. */
export async function rowsRead(tx: Tx, table: string, work: () => Promise<unknown>) {
  const before = await count();
  await work();
  return (await count()) - before;

  /** Includes earlier transactions, which the server adds to its totals once a second. */
  async function count(): Promise<number> {
    const [row] = await tx<{ count: number }[]>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
      from pg_stat_xact_user_tables where relid = ${table}::regclass`;
    return row?.count ?? 0;
  }
}

import { quoteTable } from "../database/quote-name.ts";
import type { Connection } from "./archive-lock.ts";

/**
 * Rows and files that were left out of an archive because the disk has damaged them, for a report.
 */
export interface Salvage {
  /** Called with the database's warnings. */
  warn(message: string): void;
  /** Sentences; complete once all rows have been read. */
  sentences(): string[];
  /**
   * The condition for a table's readable rows: rows without a large value on damaged pages.
   * @throws what PostgreSQL says about a damaged page, unless `skipDamagedPages` was called.
   */
  readableRows(connection: Connection, table: string, condition: string): Promise<string>;
}

/**
 * Reads the rest of a damaged table with PostgreSQL's own setting; a superuser's right. The pages
 * count as empty in this connection's transaction and in the memory of the database, not on the
 * disk.
 */
export async function skipDamagedPages(connection: Connection): Promise<void> {
  await connection.unsafe("set local zero_damaged_pages = on");
}

export function createSalvage(): Salvage {
  let pages = 0;
  const rows = new Map<string, number>();
  return {
    warn(message) {
      if (message.endsWith("zeroing out page")) pages++;
    },
    sentences: () => [
      ...(pages > 0
        ? [
            `The rows on ${pages === 1 ? "1 damaged page" : `${pages} damaged pages`} of the database are left out.`,
          ]
        : []),
      ...[...rows].map(
        ([table, count]) =>
          `${count === 1 ? "1 row" : `${count} rows`} of ${table} cannot be read and ${count === 1 ? "is" : "are"} left out.`,
      ),
    ],
    async readableRows(connection, table, condition) {
      const source = quoteTable(table);
      await connection.unsafe(`do $salvage$
        declare
          place tid;
          unreadable tid[] := '{}';
        begin
          for place in select ctid from ${source} where ${condition} loop
            begin
              perform length(stored::text) from ${source} as stored where stored.ctid = place;
            exception when data_corrupted or index_corrupted or internal_error or io_error then
              unreadable := unreadable || place;
            end;
          end loop;
          perform set_config('foyer.unreadable', unreadable::text, true);
        end
      $salvage$`);
      const [found] = await connection<{ places: string; rows: number }[]>`
        select places, cardinality(places::tid[]) as rows
        from current_setting('foyer.unreadable') as places`;
      if (!found || found.rows === 0) return condition;
      rows.set(table, found.rows);
      return `(${condition}) and ctid <> all ('${found.places}'::tid[])`;
    },
  };
}

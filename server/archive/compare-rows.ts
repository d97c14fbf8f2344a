import type { Sql } from "../database/connect.ts";
import { quoteName, quoteTable } from "../database/quote-name.ts";
import { ArchiveError } from "./archive-error.ts";
import type { Manifest } from "./manifest.ts";
import { type ArchivedTable, archivedRows, listArchivedTables } from "./tables.ts";

export interface CompareOptions {
  /** The archived database is unchanged since, so every value is compared. */
  original?: Sql;
  /** Default: the tables of archives. */
  tables?: readonly ArchivedTable[];
}

/**
 * Compares a restored database with its archive, regardless of the order of the rows.
 * @throws {ArchiveError} when a table has other rows.
 */
export async function compareRows(
  sql: Sql,
  { tables: archived, createdAt }: Pick<Manifest, "tables" | "createdAt">,
  { original, tables }: CompareOptions = {},
): Promise<void> {
  for (const table of tables ?? (await listArchivedTables(sql))) {
    const { name } = table;
    // A table that an older schema lacks counts as empty.
    const { columns, rows } = archived.find((one) => one.name === name) ?? { columns: [], rows: 0 };
    const where = archivedRows(table, { moment: createdAt });
    const compared = columns.filter((column) => column !== RENUMBERED).map(quoteName);
    const valuesOf =
      original && compared.length > 0
        ? `coalesce(sum(('x' || left(md5(row(${compared.join(", ")})::text), 15))::bit(60)::bigint), 0)::text`
        : "''";
    const read = async (database: Sql) => {
      const [row] = await database.unsafe<{ rows: number; digest: string }[]>(
        `select count(*)::float8 as rows, ${valuesOf} as digest from ${quoteTable(name)} where ${where}`,
      );
      return row;
    };
    const [found, expected] = await Promise.all([
      read(sql),
      original && columns.length > 0 ? read(original) : { rows, digest: "" },
    ]);
    if (found?.rows === expected?.rows && found?.digest === expected?.digest) continue;
    const difference =
      found?.rows === rows ? "other values" : `${found?.rows} rows instead of ${rows}`;
    throw new ArchiveError(`${name} has ${difference} after a restore.`);
  }
}

/** Changes that a restore numbers again. */
const RENUMBERED = "change_number";

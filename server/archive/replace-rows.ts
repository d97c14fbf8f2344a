import { pipeline } from "node:stream/promises";
import type { Sql } from "../database/connect.ts";
import { quoteName, quoteTable } from "../database/quote-name.ts";
import { logLine } from "../log/log-line.ts";
import { damagedArchive } from "./archive-error.ts";
import type { Connection } from "./archive-lock.ts";
import type { TableManifest } from "./manifest.ts";
import type { ArchivedTable } from "./tables.ts";

/** The temporary table that holds a table's restored rows until the commit. */
export function stagedTable(name: string): string {
  return quoteName(`staged ${name}`);
}

/**
 * Receives a table's rows into a temporary table, which ends with the connection; none without rows.
 * @returns the number of rows.
 * @throws {ArchiveError} for rows that do not fit the table.
 */
export async function stageRows(
  connection: Connection,
  { name, columns, rows: expected }: TableManifest,
  copyText: AsyncIterable<Uint8Array>,
): Promise<number> {
  // A small site has rows in few tables, and each new table takes about a millisecond.
  if (expected === 0) return 0;
  const list = columns.map(quoteName).join(", ");
  const staged = stagedTable(name);
  await connection.unsafe(
    `create temporary table ${staged} as select ${list} from ${quoteTable(name)} with no data`,
  );
  try {
    await pipeline(
      copyText,
      await connection.unsafe(`copy ${staged} (${list}) from stdin`).writable(),
    );
  } catch (error) {
    const { code } = error as { code?: string };
    if (!/^(22|23)/.test(code ?? "")) throw error;
    throw damagedArchive(`a row of ${name} cannot be read.`, {
      cause: error,
    });
  }
  const [row] = await connection.unsafe<{ rows: number }[]>(
    `select count(*)::float8 as rows from ${staged}`,
  );
  return row?.rows ?? 0;
}

type Statements = Pick<Sql, "unsafe">;

/**
 * Replaces the rows of the site's tables by the staged ones, within the caller's transaction.
 * Readers see the old rows until it commits; writers wait.
 * @throws {ArchiveError} for rows that contradict each other, or a rule of their table.
 * @param staged the tables in the archive. Other tables become empty.
 * @param tables the tables of the site that are replaced.
 */
export async function replaceRows(
  transaction: Statements,
  staged: readonly TableManifest[],
  tables: readonly ArchivedTable[],
): Promise<void> {
  const cleared = ["private.incoming_uploads", "private.pending_blobs"];
  const emptied = [...cleared, ...tables.map((table) => table.name).reverse()];
  // Sent together, because a round trip takes longer than most of these statements.
  await transaction.unsafe(
    [
      ...tables.map(silenceTriggers),
      ...emptied.map((name) => `delete from ${quoteTable(name)} where true`),
    ].join(";"),
  );
  for (const table of tables) {
    const found = staged.find(({ name }) => name === table.name);
    if (!found?.rows) continue;
    await transaction
      .unsafe(insertStatement(table, found.columns))
      .catch(explainRefusal(table.name));
  }
  // Deferred checks of rows deleted and inserted in one transaction would prevent the ALTER.
  await transaction.unsafe("set constraints all immediate").catch(explainRefusal());
  await transaction.unsafe(
    tables.map(({ name }) => `alter table ${quoteTable(name)} enable trigger user`).join(";"),
  );
}

/** @param table whose rows are inserted; default: the table that the error names. */
function explainRefusal(table?: string): (error: unknown) => never {
  return (error) => {
    const { code = "", message, table_name } = error as PostgresError;
    if (!REFUSED.test(code)) throw error;
    throw damagedArchive(`its rows of ${table ?? table_name} are refused (${logLine(message)}).`, {
      cause: error,
    });
  };
}

interface PostgresError {
  code?: string;
  /** Names the rule, but no values of the row. */
  message: string;
  table_name?: string;
}

/** Violated rules, values and lengths that PostgreSQL refuses, and exceptions of triggers. */
const REFUSED = /^(22|23|54|P0|PT)/;

/** The statement that disables a table's triggers, except those it keeps during a restore. */
function silenceTriggers({ name, triggers }: ArchivedTable): string {
  const enabled = triggers.map((trigger) => `enable trigger ${quoteName(trigger)}`);
  return `alter table ${quoteTable(name)} ${["disable trigger user", ...enabled].join(", ")}`;
}

function insertStatement({ name, order }: ArchivedTable, columns: readonly string[]): string {
  const list = columns.map(quoteName).join(", ");
  // Identity columns, such as the id of a visit, are not archived.
  const sorted = order
    .filter((name) => columns.includes(name))
    .map(quoteName)
    .join(", ");
  return `insert into ${quoteTable(name)} (${list}) select ${list} from ${stagedTable(name)} order by ${sorted}`;
}

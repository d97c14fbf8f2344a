import { pipeline } from "node:stream/promises";
import { damagedArchive } from "./archive-error.ts";
import type { Connection } from "./archive-lock.ts";
import type { TableManifest } from "./manifest.ts";
import { quoteName, quoteTable } from "./tables.ts";

/** The temporary table that holds a table's restored rows until the commit. */
export function stagedTable(name: string): string {
  return quoteName(`staged ${name}`);
}

/**
 * Receives a table's rows outside the site's tables. They vanish with the connection.
 * @returns their number.
 * @throws {ArchiveError} for rows that do not fit the table.
 */
export async function stageRows(
  connection: Connection,
  { name, columns, rows: expected }: TableManifest,
  copyText: AsyncIterable<Uint8Array>,
): Promise<number> {
  const list = columns.map(quoteName).join(", ");
  const staged = stagedTable(name);
  await connection.unsafe(
    `create temporary table ${staged} as select ${list} from ${quoteTable(name)} with no data`,
  );
  if (expected === 0) return 0;
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

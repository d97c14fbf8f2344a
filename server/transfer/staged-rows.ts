import { parseCopyText, type TextRow } from "../archive/copy-text.ts";
import type { TableManifest } from "../archive/manifest.ts";
import type { HostedTransfer } from "./hosted-project.ts";

/** Characters of rows sent per call; a longer row is sent alone. */
const BATCH_CHARACTERS = 1_000_000;

/**
 * Sends the rows of a table to the project's staging table.
 * @param onRow called for each row.
 * @returns the number of rows.
 */
export async function stageRows(
  transfer: HostedTransfer,
  table: TableManifest,
  copyText: AsyncIterable<Uint8Array>,
  onRow?: (row: TextRow) => void,
): Promise<number> {
  let entries: TextRow[] = [];
  let [count, part, characters] = [0, 0, 0];
  const send = async () => {
    part++;
    const { name, columns } = table;
    await transfer.call("stage_rows", { table_name: name, column_names: columns, part, entries });
    entries = [];
    characters = 0;
  };
  for await (const row of parseCopyText(copyText)) {
    onRow?.(row);
    entries.push(row);
    count++;
    for (const field of row) characters += field?.length ?? 0;
    if (characters >= BATCH_CHARACTERS) await send();
  }
  if (entries.length > 0) await send();
  return count;
}

/** Reads the staged rows of a table, in parts of about a megabyte. */
export async function* readParts(
  transfer: HostedTransfer,
  { name, rows }: Pick<TableManifest, "name" | "rows">,
): AsyncGenerator<TextRow[]> {
  let read = 0;
  for (let part = 1; read < rows; part++) {
    const call = { table_name: name, part };
    const entries = await transfer.call<TextRow[] | null>("get_transfer_part", call);
    // Missing rows are detected by callers that count them.
    if (!entries) return;
    read += entries.length;
    yield entries;
  }
}

/** Maps column names of a table to the positions of their fields. */
export function fieldsOf({ columns }: TableManifest) {
  return (row: TextRow): Record<string, string | null | undefined> =>
    Object.fromEntries(columns.map((column, index) => [column, row[index]]));
}

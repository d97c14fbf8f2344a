import { MAX_ROWS } from "../../shared/limits.ts";
import { unwrap } from "./errors.ts";

/**
 * Reads a complete list page by page, because the backend truncates every response at its row
 * limit. When a page is refused as too large (413), the page size is halved, down to one row. Rows
 * with an `id` that a concurrent insert moved to the next page are returned once; other concurrent
 * changes are completed by the read that follows each change.
 * ¶
 * @param read reads one page: a query with a total order, limited by `.range(from, to)`, both
 * inclusive. With a count (`select("*", { count: "exact" })`) the list is also complete if the row
 * limit is lower than the default.
 * @throws {BackendError} as soon as one page fails.
 */
export async function readAll<Row>(
  read: (from: number, to: number) => PromiseLike<Parameters<typeof unwrap<Row[] | null>>[0]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const ids = new Set<unknown>();
  for (let most = MAX_ROWS, from = 0; ; ) {
    const answer = await read(from, from + most - 1);
    if (answer.status === 413 && most > 1) {
      most = Math.ceil(most / 2);
      continue;
    }
    const page = unwrap<Row[] | null>(answer);
    from += page.length;
    for (const row of page) {
      const { id } = row as { id?: unknown };
      if (id !== undefined && ids.has(id)) continue;
      ids.add(id);
      rows.push(row);
    }
    const more = answer.count == null ? page.length === most : from < answer.count;
    if (!more || page.length === 0) return rows;
  }
}

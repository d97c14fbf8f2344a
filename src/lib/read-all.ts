import { MAX_ROWS } from "../../shared/limits.ts";
import { unwrap } from "./errors.ts";

/**
 * Reads a complete list page by page, because the backend truncates every response at its row
 * limit. When a page is refused as too large (413), the page size is halved, down to one row. Rows
 * with an `id` that a concurrent insert moved to the next page are returned once; other concurrent
 * changes are completed by the read that follows each change.
 * ¶
 * @param read reads one page: a query with a total order, limited by `.range(from, to)`, both
 * inclusive. If it counts the rows where it is told to (`select("*", { count })`), which is for the
 * first page only, the list is also complete if the row limit is lower than the default.
 * @throws {BackendError} as soon as one page fails.
 */
export async function readAll<Row>(
  read: (
    from: number,
    to: number,
    counting: { count?: "exact" },
  ) => PromiseLike<Parameters<typeof unwrap<Row[] | null>>[0]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const ids = new Set<unknown>();
  let count: number | null | undefined;
  for (let most = MAX_ROWS, from = 0; ; ) {
    const answer = await read(from, from + most - 1, from === 0 ? { count: "exact" } : {});
    if (answer.status === 413 && most > 1) {
      most = Math.ceil(most / 2);
      continue;
    }
    const page = unwrap<Row[] | null>(answer);
    from += page.length;
    count ??= answer.count;
    for (const row of page) {
      const { id } = row as { id?: unknown };
      if (id !== undefined && ids.has(id)) continue;
      ids.add(id);
      rows.push(row);
    }
    // Rows that were added since the count may follow a full page.
    const more = page.length === most || (count != null && from < count);
    if (!more || page.length === 0) return rows;
  }
}

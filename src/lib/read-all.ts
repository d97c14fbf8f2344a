import { unwrap } from "./errors.ts";

/** As many rows as PostgREST gives at once unless it is set otherwise. */
const PAGE = 1000;

/**
 * Reads a list completely, page after page, since the backend cuts every answer at its row limit.
 *
 * @param read one page: a query with a total order, limited by `.range(from, to)`, both inclusive.
 * @throws {BackendError} as soon as one page fails.
 */
export async function readAll<Row>(
  read: (from: number, to: number) => PromiseLike<Parameters<typeof unwrap<Row[] | null>>[0]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = unwrap<Row[] | null>(await read(rows.length, rows.length + PAGE - 1));
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

import { unwrap } from "./errors.ts";

/** As many rows as PostgREST gives at once unless it is set otherwise. */
const PAGE = 1000;

/**
 * Reads a list completely, page after page, since the backend cuts every answer at its row limit.
 *
 * @param read one page: a query with a total order, limited by `.range(from, to)`, both inclusive.
 *   One that also counts (`select("*", { count: "exact" })`) is read completely where the limit is
 *   lower than usual, too.
 * @throws {BackendError} as soon as one page fails.
 */
export async function readAll<Row>(
  read: (from: number, to: number) => PromiseLike<Parameters<typeof unwrap<Row[] | null>>[0]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const answer = await read(rows.length, rows.length + PAGE - 1);
    const page = unwrap<Row[] | null>(answer);
    rows.push(...page);
    const more = answer.count == null ? page.length === PAGE : rows.length < answer.count;
    if (!more || page.length === 0) return rows;
  }
}

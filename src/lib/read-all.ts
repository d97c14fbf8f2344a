import { MAX_ROWS } from "../../shared/limits.ts";
import { unwrap } from "./errors.ts";

/**
 * Reads a complete list page by page, because the backend truncates every response at its row
 * limit. Each page starts after the last row of the one before, so that rows which others add or
 * delete meanwhile move no row to another page. When a page is refused as too large (413), the page
 * size is halved, down to one row.
 * @param order the list's order as in PostgREST, such as `trashed_at.desc,id`: columns without
 * nulls that are unique together.
 * @param read starts the query of a page. If it counts the rows where it is told to
 * (`select("*", { count })`), which is for the first page only, the list is also complete if the row
 * limit is lower than the default.
 * @throws {BackendError} as soon as one page fails.
 */
export async function readAll<Row extends object>(
  order: string,
  read: (counting: { count?: "exact" }) => PromiseLike<Answer<Row>>,
): Promise<Row[]> {
  const terms = order.split(",").map((term) => term.split("."));
  const rows: Row[] = [];
  let count: number | null | undefined;
  for (let most = MAX_ROWS; ; ) {
    const last = rows.at(-1);
    // The builder's own type depends on the table.
    let query = read(last ? {} : { count: "exact" }) as unknown as Query<Row>;
    for (const [column = "", direction] of terms) {
      query = query.order(column, { ascending: direction !== "desc" });
    }
    if (last) query = startAfter(query, terms, last);
    const answer = await query.limit(most);
    if (answer.status === 413 && most > 1) {
      most = Math.ceil(most / 2);
      continue;
    }
    const page = unwrap<Row[] | null>(answer);
    count ??= answer.count;
    rows.push(...page);
    // Rows that were added since the count may follow a full page.
    const more = page.length === most || (count != null && rows.length < count);
    if (!more || page.length === 0) return rows;
  }
}

type Answer<Row> = Parameters<typeof unwrap<Row[] | null>>[0];

interface Query<Row> extends PromiseLike<Answer<Row>> {
  order(column: string, direction: { ascending: boolean }): Query<Row>;
  filter(column: string, operator: string, value: unknown): Query<Row>;
  or(conditions: string): Query<Row>;
  limit(rows: number): Query<Row>;
}

function startAfter<Row>(query: Query<Row>, terms: string[][], last: object): Query<Row> {
  const keys = terms.map(([column = "", direction]) => {
    const value: unknown = Reflect.get(last, column);
    return { column, beyond: direction === "desc" ? "lt" : "gt", value };
  });
  const conditions = keys.map(({ column, beyond, value }, at) => {
    const same = keys.slice(0, at).map((key) => `${key.column}.eq.${quoted(key.value)}`);
    return `and(${[...same, `${column}.${beyond}.${quoted(value)}`]})`;
  });
  // An index finds the first key only by a condition of its own.
  const [first] = keys;
  return query.filter(`${first?.column}`, `${first?.beyond}e`, first?.value).or(`${conditions}`);
}

const quoted = (value: unknown) => `"${String(value).replace(/["\\]/g, "\\$&")}"`;

import type { Sql } from "../database/connect.ts";
import { readSchema } from "../database/schema.ts";

/** How one table travels in an archive; `private.archived_tables()` describes the columns. */
export interface ArchivedTable {
  /** Name with its schema. */
  name: string;
  order: string[];
  /** Null for every column that is neither generated nor an identity. */
  columns: string[] | null;
  condition: string;
  triggers: string[];
  expires: boolean;
  outsideWorkspace: string;
}

/**
 * Every table of the database whose rows are archived; a table comes after those it references. The
 * database may be of an earlier version, so the body of this code's function is run there.
 */
export async function listArchivedTables(sql: Pick<Sql, "unsafe">): Promise<ArchivedTable[]> {
  const { base } = await readSchema();
  const keptSince = bodyOf(base.sql, "private.visits_kept_since")
    .trim()
    .replace(/^select /, "");
  const rows = await sql.unsafe<ArchivedTable[]>(`
    select name, sorting as order, column_names as columns, condition, triggers, expires,
      outside_workspace as "outsideWorkspace"
    from (${bodyOf(base.sql, "private.archived_tables")}) as listed
    where to_regclass(name) is not null order by place`);
  // A call could not be asked for another moment than now.
  return rows.map((row) => ({
    ...row,
    condition: row.condition.replace("private.visits_kept_since()", `(${keptSince})`),
  }));
}

function bodyOf(schema: string, name: string): string {
  const [, afterName = ""] = schema.split(`create function ${name}(`);
  return afterName.split("$$")[1] ?? "";
}

/**
 * The condition, in SQL, of the rows of a table that an archive has.
 * @param options.moment when the archive was made, ISO 8601; default: the current transaction's
 *   time.
 * @param options.withoutWorkspace leaves out what only the workspace user may read.
 */
export function archivedRows(
  { condition, outsideWorkspace }: ArchivedTable,
  { moment, withoutWorkspace = false }: { moment?: string; withoutWorkspace?: boolean } = {},
): string {
  const then = moment ? condition.replaceAll("now()", `'${moment}'::timestamptz`) : condition;
  return withoutWorkspace ? `(${then}) and (${outsideWorkspace})` : then;
}

/** Quotes a table's name for SQL: `"public"."messages"`. */
export function quoteTable(name: string): string {
  return name.split(".").map(quoteName).join(".");
}

/** Quotes an identifier for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

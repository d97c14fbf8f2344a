import { expect } from "vitest";
import { listArchivedTables } from "../../../server/archive/tables.ts";
import type { Sql } from "../../../server/database/connect.ts";

/** Rows as JSON, sorted, by table. */
export type Rows = Map<string, { columns: string[]; rows: string[] }>;

/** Tables whose rows belong to the version and its settings instead of the site. */
const OWN = new Set([
  // Migrations change what may be stored there.
  "storage.buckets",
  "supabase_migrations.expected_rights",
  "supabase_migrations.migration_checksums",
  "supabase_migrations.schema_migrations",
]);

/**
 * Columns that a later version or a running server changes in rows it must not lose: sessions get an
 * end, and waiting notices are tried again.
 */
const CHANGED: Record<string, string[]> = {
  "auth.sessions": ["not_after"],
  "private.notices": ["attempts", "claim", "claimed_until", "due_at", "failed_at", "last_error"],
};

/** Later names of tables. */
const RENAMED: Record<string, string> = { "private.deleted_notes": "private.deleted_rows" };

/** Rows of past days are removed there, and a thawed site was frozen today or yesterday. */
const OF_TODAY = "private.daily_visitors";

/** A running server queues it on Mondays, for the week before. */
const isDigest = (row: string) => JSON.parse(row).cause === "digest";

/** Every row of every table of a site. */
export async function readRows(sql: Sql): Promise<Rows> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select format('%I.%I', table_schema, table_name) as name,
      array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    group by 1 order by 1`;
  const rows: Rows = new Map();
  for (const { name, columns } of tables.filter((table) => !OWN.has(table.name))) {
    rows.set(name, { columns, rows: await readTable(sql, name, columns) });
  }
  return rows;
}

/**
 * Expects the same rows in every table and column of that time; later columns are not compared.
 * @param compared which of a table's columns are; all by default, none for a table to skip.
 */
export async function expectRows(
  sql: Sql,
  expected: Rows,
  compared: (name: string, columns: string[]) => string[] = (_name, columns) => columns,
): Promise<void> {
  for (const [name, { columns, rows }] of expected) {
    if (name === "private.visit_hours") {
      await expectCountedHours(sql);
      continue;
    }
    const list = compared(name, columns).filter((column) => !CHANGED[name]?.includes(column));
    if (list.length === 0) continue;
    const pick = (row: string) => {
      const values = JSON.parse(row);
      // Added by a backup and by a restore; the earliest versions stored none.
      if (name === "storage.objects") delete values.metadata?.sha256;
      return JSON.stringify(list.map((column) => [column, values[column]]));
    };
    const today = new Date().toISOString().slice(0, 10);
    const isKept = (row: string) =>
      name === OF_TODAY
        ? JSON.parse(row).day >= today
        : name !== "private.notices" || !isDigest(row) || rows.some(isDigest);
    const found = await readTable(sql, RENAMED[name] ?? name, list);
    expect(found.filter(isKept).map(pick).sort(), name).toEqual(
      rows.filter(isKept).map(pick).sort(),
    );
  }
}

/** Hours are counted from the visits, which are compared themselves; since 1.0.0 without bots. */
async function expectCountedHours(sql: Sql): Promise<void> {
  const counted = await sql`
    select date_trunc('hour', created_at, 'UTC') as hour, count(*)::integer as visits
    from public.visits where not is_bot group by 1 order by 1`;
  const stored = await sql`
    select hour, visits::integer from private.visit_hours where visits > 0 order by 1`;
  expect([...stored], "private.visit_hours").toEqual([...counted]);
}

/** Expects the rows that an archive keeps: a restore renumbers visits and changes of notes. */
export async function expectArchivedRows(sql: Sql, expected: Rows): Promise<void> {
  const tables = await listArchivedTables(sql);
  await expectRows(sql, expected, (name, columns) => {
    const table = tables.find((one) => one.name === name);
    if (!table) return [];
    const numbered = ["public.visits", "public.link_clicks"].includes(name)
      ? "id"
      : "change_number";
    const kept = table.columns ?? columns;
    return columns.filter((column) => column !== numbered && kept.includes(column));
  });
}

async function readTable(sql: Sql, name: string, columns: string[]): Promise<string[]> {
  const list = columns.map((column) => `"${column}"`).join(", ");
  const rows = await sql.unsafe<{ row: string }[]>(
    `select to_jsonb(t)::text as row from (select ${list} from ${name}) as t`,
  );
  return rows.map(({ row }) => row).sort();
}

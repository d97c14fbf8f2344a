import { compareRows } from "../archive/compare-rows.ts";
import { copySite } from "../archive/read-archive.ts";
import { type ArchiveOptions, type ArchiveSource, totalsOf } from "../archive/source-and-target.ts";
import { columnsOf, openSqlSource } from "../archive/sql-source.ts";
import { openSqlTarget } from "../archive/sql-target.ts";
import { type ArchivedTable, HOST_TABLES, listArchivedTables } from "../archive/tables.ts";
import type { Sql } from "../database/connect.ts";
import { createGatewayTable } from "../database/gateway-table.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";

/** A database that nothing else writes to. */
export interface QuietDatabase {
  sql: Sql;
  url: string;
}

/**
 * Archives a database and restores it into a new one of the same host, with the data that archives
 * omit for other hosts. The bytes of files stay; the new rows name them like the old.
 * @returns the number of rows, after comparing every value of both databases.
 * @throws {ArchiveError} when a table differs.
 */
export async function copyToNewDatabase(
  from: QuietDatabase,
  to: QuietDatabase,
  { blobs, say, ...options }: ArchiveOptions & { blobs: BlobStore; say: (text: string) => void },
): Promise<number> {
  say("Copying the rows …");
  await createGatewayTables(from.sql, to.sql);
  const tables = await listTables(to.sql);
  const { manifest } = await copySite(
    async () => withoutFiles(await openSqlSource({ url: from.url, blobs, tables })),
    () => openSqlTarget({ url: to.url, blobs, replace: false, tables }),
    options,
  );
  say("Comparing both databases …");
  await compareRows(to.sql, manifest, { original: from.sql, tables });
  return totalsOf(manifest).rows;
}

function withoutFiles(source: ArchiveSource): ArchiveSource {
  return {
    ...source,
    contents: { ...source.contents, files: { count: 0, bytes: 0 } },
    async *files() {},
  };
}

/** Tables of archives and of the host that exist in the database. */
async function listTables(sql: Sql): Promise<ArchivedTable[]> {
  const hosts = Object.keys(HOST_TABLES).map(async (name) => {
    const columns = await columnsOf(sql, { name, columns: null });
    return { ...WHOLE, name, columns, order: columns.slice(0, 1) };
  });
  return [
    ...(await listArchivedTables(sql)).map(ofSameHost),
    ...(await Promise.all(hosts)).filter(({ columns }) => columns.length > 0),
  ];
}

const WHOLE = { condition: "true", triggers: [], expires: false, outsideWorkspace: "true" };

/** Unfinished uploads have rows without a file of the drive; `version` names the bytes. */
function ofSameHost(table: ArchivedTable): ArchivedTable {
  if (table.name !== "storage.objects") return table;
  return { ...table, condition: "true", columns: [...(table.columns ?? []), "version"] };
}

/** The servers' own tables, which a server creates on first use. */
async function createGatewayTables(from: Sql, to: Sql): Promise<void> {
  const tables = await from<{ name: string; columns: string }[]>`
    select relname as name, string_agg(definition, ', ' order by place) as columns
    from pg_class, lateral (
      select attnum as place, format('%I %s', attname, format_type(atttypid, atttypmod))
        || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
        || case when attnotnull then ' not null' else '' end as definition
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      union all
      select 32767, pg_get_constraintdef(oid) from pg_constraint
      where conrelid = pg_class.oid and contype <> 'n'
    ) as definitions
    where relnamespace = to_regnamespace('gateway') and relkind = 'r' and relpersistence = 'p'
    group by relname`;
  for (const { name, columns } of tables) await createGatewayTable(to, name, columns);
}

/** Tables and databases that neither Foyer nor PostgreSQL created and the new database lacks. */
export async function listForeign(from: Sql, to: Sql): Promise<string[]> {
  const list = async (sql: Sql) => {
    const rows = await sql<{ name: string }[]>`
      select format('%I.%I', nspname, relname) as name
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p', 'm') and nspname not in ('pg_catalog', 'information_schema',
        'pg_toast', 'auth', 'storage', 'gateway', 'supabase_migrations')
      union all
      select 'the database ' || datname from pg_database
      where not datistemplate and datname <> current_database()
      order by name`;
    return rows.map(({ name }) => name);
  };
  const own = await list(to);
  return (await list(from)).filter((name) => !own.includes(name));
}

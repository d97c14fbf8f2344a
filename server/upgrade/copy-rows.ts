import { ArchiveError } from "../archive/archive-error.ts";
import type { Manifest, TableManifest } from "../archive/manifest.ts";
import { copySite } from "../archive/read-archive.ts";
import type { ArchiveOptions, ArchiveSource } from "../archive/source-and-target.ts";
import { openSqlSource } from "../archive/sql-source.ts";
import { openSqlTarget } from "../archive/sql-target.ts";
import { archivedRows, listArchivedTables, quoteName, quoteTable } from "../archive/tables.ts";
import { type Sql, tableExists } from "../database/connect.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";

/** A database that nothing else writes to. */
export interface QuietDatabase {
  sql: Sql;
  url: string;
}

/** Rows of `storage.objects` in one statement. */
const BATCH = 1000;

/**
 * Copies a site's rows into a new database by way of an archive without files: their bytes stay
 * where they are, and the new rows name them as the old ones do.
 * @returns what was copied.
 */
export async function copyRows(
  from: QuietDatabase,
  to: QuietDatabase,
  { blobs, ...options }: ArchiveOptions & { blobs: BlobStore },
): Promise<Manifest> {
  const { manifest } = await copySite(
    async () => withoutFiles(await openSqlSource({ url: from.url, blobs })),
    () => openSqlTarget({ url: to.url, blobs, replace: false }),
    options,
  );
  await copyVersions(from.sql, to.sql);
  await copyDriveLimits(from.sql, to.sql);
  await copyFactors(from.sql, to.sql);
  return manifest;
}

function withoutFiles(source: ArchiveSource): ArchiveSource {
  return {
    ...source,
    contents: { ...source.contents, files: { count: 0, bytes: 0 } },
    async *files() {},
  };
}

/** The ids of the bytes, which an archive leaves out. */
async function copyVersions(from: Sql, to: Sql): Promise<void> {
  const rows = from<{ id: string; version: string | null }[]>`
    select id, version from storage.objects`;
  // Not with `for await`, which takes a connection lost between two batches for the last row.
  await rows.cursor(BATCH, async (batch) => {
    const ids = batch.map(({ id }) => id);
    const versions = batch.map(({ version }) => version);
    await to`update storage.objects as object set version = old.version
      from unnest(${ids}::uuid[], ${versions}::text[]) as old (id, version)
      where object.id = old.id`;
  });
}

/** An archive leaves them out as well, because another host may allow something else. */
async function copyDriveLimits(from: Sql, to: Sql): Promise<void> {
  if (!(await tableExists(from, "private.drive_limits"))) return;
  for (const row of await from<{ quota: string }[]>`select quota::text from private.drive_limits`) {
    await to`insert into private.drive_limits (quota) values (${row.quota}::bigint)
      on conflict (only_row) do update set quota = excluded.quota`;
  }
}

/** Columns that a restore renumbers. */
const RENUMBERED: Readonly<Record<string, string>> = { "public.workspace_notes": "change_number" };

/**
 * Compares the copied columns of every row, regardless of their order.
 * @throws {ArchiveError} when a table differs.
 */
export async function compareRows(
  from: Sql,
  to: Sql,
  copied: Pick<Manifest, "tables" | "createdAt">,
): Promise<void> {
  const archived = new Map((await listArchivedTables(to)).map((table) => [table.name, table]));
  for (const table of copied.tables) {
    const how = archived.get(table.name);
    const where = how ? archivedRows(how, { moment: copied.createdAt }) : "true";
    const [before, after] = await Promise.all([from, to].map((sql) => digestOf(sql, table, where)));
    if (before === after) continue;
    throw new ArchiveError(
      `${table.name} differs after the copy (${before} before, ${after} after). Nothing was changed.`,
    );
  }
}

/** The number of rows, and the sum of their digests. */
async function digestOf(
  sql: Sql,
  { name, columns }: TableManifest,
  where: string,
): Promise<string> {
  const compared = columns.filter((column) => column !== RENUMBERED[name]);
  if (name === "storage.objects") compared.push("version");
  const [row] = await sql.unsafe<{ digest: string }[]>(
    `select count(*) || ' rows, ' || coalesce(sum(('x' || left(md5(row(${compared.map(quoteName).join(", ")})::text), 15))::bit(60)::bigint), 0) as digest
     from ${quoteTable(name)} where ${where}`,
  );
  return row?.digest ?? "";
}

/** Tables and databases that neither Foyer nor PostgreSQL have made, and the new database lacks. */
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

/** An archive leaves them out, because another site has other keys; here the keys stay. */
async function copyFactors(from: Sql, to: Sql): Promise<void> {
  if (!(await tableExists(from, "auth.mfa_factors"))) return;
  const factors = await from`
    select id, user_id, friendly_name, factor_type, status, secret, last_totp_step::text,
      created_at, updated_at
    from auth.mfa_factors where status = 'verified'`;
  for (const factor of factors) await to`insert into auth.mfa_factors ${to(factor)}`;
}

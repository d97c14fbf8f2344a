import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Cluster, startCluster } from "../../../server/database/cluster.ts";
import { connect, type Sql } from "../../../server/database/connect.ts";
import { OLDEST_RELEASE } from "../../../server/database/schema.ts";
import { silentLog } from "../../../server/log/log.ts";
import { projectRoot } from "../../../server/project-root.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { temporaryDataDir } from "../sites/built-server.ts";
import type { Life } from "./live.ts";
import { unpackSite } from "./packed-site.ts";
import { type Rows, readRows } from "./rows.ts";

const folder = join(projectRoot, "tests", "frozen-sites");

const releases = listReleases();
const oldest = releases.indexOf(OLDEST_RELEASE.version);

/** The releases whose sites this code opens, oldest first. */
export const frozenSites = releases.slice(oldest);

/** Sites that this code refuses, oldest first: commits before the first release, then releases. */
export const tooOldSites = ["adf7785", "4caa74f", ...releases.slice(0, oldest)];

export interface ThawedSite {
  /** A stopped site's, as that version left it. */
  dataDir: string;
  life: Life;
  /** All rows of the site. */
  rows: Rows;
  /** The versions of the site's migrations. */
  versions: string[];
  remove(): Promise<void>;
}

/**
 * Unpacks a frozen site. All times are moved by whole days, so that it was frozen within the last day
 * and nothing in it has expired, unless `asFrozen`.
 */
export async function thawSite(name: string, { asFrozen = false } = {}): Promise<ThawedSite> {
  const dataDir = await temporaryDataDir();
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const { life, frozenAt } = await unpackSite(join(folder, `${name}.tar.br`), dataDir);
    const days = Math.floor((Date.now() - Date.parse(frozenAt)) / 86_400_000);
    const { rows, versions } = await withDatabase(dataDir, async (sql) => {
      if (!asFrozen) await moveTimes(sql, days);
      const applied = await sql<{ version: string }[]>`
        select version from supabase_migrations.schema_migrations`;
      return { rows: await readRows(sql), versions: applied.map(({ version }) => version) };
    });
    return { dataDir, life, rows, versions, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Runs a stopped site's database alone, without bringing its schema up to date.
 * @param database to connect to. The default is not the site's database, because PostgreSQL cannot
 *   copy a database that has a connection.
 */
export async function withDatabase<T>(
  dataDir: string,
  work: (sql: Sql, cluster: Cluster) => Promise<T>,
  database = "postgres",
): Promise<T> {
  const { postgresPassword: password } = await loadSecrets(dataDir);
  const settings = { fsync: "off" };
  const cluster = await startCluster({ dataDir, password, log: silentLog, settings });
  const url = Object.assign(new URL(cluster.url), { pathname: database }).href;
  const sql = connect(url, { max: 1 });
  try {
    return await work(sql, cluster);
  } finally {
    await sql.end();
    await cluster.stop();
  }
}

async function moveTimes(sql: Sql, days: number): Promise<void> {
  const tables = await sql<{ name: string; changes: string }[]>`
    select format('%I.%I', table_schema, table_name) as name,
      string_agg(format('%1$I = %1$I + interval ''%2$s days''', column_name, ${days}::int), ', ') as changes
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and (table_schema in ('auth', 'gateway', 'private', 'public', 'storage')
        and (data_type = 'timestamp with time zone' or column_name = 'refreshed_at')
        or table_schema = 'private' and data_type = 'date')
    group by 1`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const { name, changes } of tables) await tx.unsafe(`update ${name} set ${changes}`);
  });
}

function listReleases(): string[] {
  const names = readdirSync(folder).map((file) => file.replace(".tar.br", ""));
  return names
    .filter((name) => name.includes("."))
    .sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startCluster } from "../../../server/database/cluster.ts";
import { connect, type Sql } from "../../../server/database/connect.ts";
import { silentLog } from "../../../server/log/log.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { temporaryDataDir } from "../sites/built-server.ts";
import { runSiteCommand } from "../sites/site-command.ts";
import { liveOn } from "./live.ts";
import { OWN_ARCHIVE, packSite } from "./packed-site.ts";

/** Tables that these steps leave empty, or whose rows no later version could lose. */
const MAY_BE_EMPTY = new Set([
  "auth.audit_log_entries",
  "auth.flow_state",
  "auth.mfa_amr_claims",
  "auth.mfa_challenges",
  "auth.one_time_tokens",
  "gateway.backups",
  "gateway.keys",
  "gateway.read_budgets",
  "private.drive_limits",
  "private.notice_sender",
  "private.setup_links",
  "private.transfer_lease",
  "private.transfer_parts",
]);

/**
 * Uses a checkout's server like its users, and packs the stopped data directory.
 * @param checkout with its packages installed and built.
 * @param file to write; about 1.2 MB.
 * @throws when a table has no rows, so that no new table is frozen empty.
 */
export async function freezeSite(checkout: string, file: string): Promise<void> {
  const dataDir = await temporaryDataDir();
  try {
    const life = await liveOn(checkout, dataDir);
    await archive(checkout, dataDir);
    const { postgresPassword: password } = await loadSecrets(dataDir);
    // Recycled write-ahead log would be most of the file.
    const settings = { wal_recycle: "off", min_wal_size: "32MB" };
    const cluster = await startCluster({ dataDir, password, log: silentLog, settings });
    const sql = connect(cluster.url, { max: 1 });
    try {
      const empty = (await listEmpty(sql)).filter((table) => !MAY_BE_EMPTY.has(table));
      if (empty.length > 0) throw new Error(`A frozen site needs rows in ${empty.join(", ")}.`);
      for (let segment = 0; segment < 2; segment += 1) {
        await sql`select pg_switch_wal()`;
        await sql`checkpoint`;
      }
    } finally {
      await sql.end();
      await cluster.stop();
    }
    for (const log of ["postgres.log", "postgres.log.1"]) {
      await rm(join(dataDir, log), { force: true });
    }
    await packSite({ life, frozenAt: new Date().toISOString() }, dataDir, file);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Uses the version's own command, if it has one. */
async function archive(checkout: string, dataDir: string): Promise<void> {
  const { scripts } = JSON.parse(await readFile(join(checkout, "package.json"), "utf8"));
  if (!scripts.backup) return;
  const args = ["backup", "--out", join(dataDir, OWN_ARCHIVE)];
  const { code, printed } = await runSiteCommand(dataDir, args, { checkout });
  if (code !== 0) throw new Error(printed);
}

async function listEmpty(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') order by name`;
  const empty: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe(`select from ${name} limit 1`);
    if (rows.length === 0) empty.push(name);
  }
  return empty;
}

import { access, chmod, constants, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { createFolder } from "../durable-files.ts";
import type { Log } from "../log/log.ts";
import { projectRoot } from "../project-root.ts";
import { type Secrets, SecretsError } from "../secrets.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";
import { ClusterError } from "./binaries.ts";
import { startCluster } from "./cluster.ts";
import { CLUSTER, findTraces, markIfUnused, readNote, writeNote } from "./cluster-note.ts";
import { connect, type Sql } from "./connect.ts";
import { lockDirectory } from "./directory-lock.ts";
import { migrate, refuseOlder } from "./migrate.ts";
import { checkRights, completeRights } from "./rights.ts";
import { loadSampleContent } from "./sample-content.ts";
import { readSchema } from "./schema.ts";
import { type DatabaseSession, openSession } from "./session.ts";
import { joinServers } from "./site-store.ts";
import { ensureSystemSchema, UnsuitableDatabaseError } from "./system-schema.ts";

/**
 * Milliseconds between checks of the connection to the embedded database, whose end the system
 * reports, as both are on one machine.
 */
const EMBEDDED_HEARTBEAT_MS = 60_000;

export interface Database {
  /** The superuser's pool, which bypasses every policy. */
  sql: Sql;
  url: string;
  /** Whether a transaction pooler shares connections between clients. */
  pooled: boolean;
  session: DatabaseSession;
  stop(): Promise<void>;
}

export interface OpenOptions {
  config: Pick<
    Config,
    "dataDir" | "databaseUrl" | "driveQuota" | "sampleContent" | "archiveBeforeMigrations"
  > &
    Partial<Pick<Config, "blobs" | "directDatabaseUrl" | "backupPassphrase" | "sessionDays">>;
  /** Only needed for the embedded database. */
  secrets: Pick<Secrets, "postgresPassword"> | null;
  log: Log;
  onGone?: (error: Error) => void;
}

/**
 * The database, ready for use: started or connected, with Supabase's roles and schemas, this code's
 * own and, on the first start, the sample content.
 * @param blobs the store of files, if there is one.
 * @throws {PlainError} when the database cannot be used.
 */
export async function openDatabase(
  options: OpenOptions,
  blobs?: Pick<BlobStore, "identify">,
): Promise<Database> {
  const { config, log } = options;
  const cluster = config.databaseUrl ? null : await startEmbedded(options);
  const url = withSettings(config.databaseUrl ?? cluster?.url ?? "", {
    "foyer.drive_quota": config.driveQuota,
    "foyer.session_idle_days": config.sessionDays?.idle,
    "foyer.session_days": config.sessionDays?.total,
  });
  const directUrl = config.directDatabaseUrl ?? null;
  const pooled = directUrl !== null;
  const sql = connect(url, { pooled });
  const session = openSession(directUrl ?? url, cluster ? EMBEDDED_HEARTBEAT_MS : undefined);
  const stop = async () => {
    await session.close();
    await sql.end({ timeout: 1 });
    await cluster?.stop();
  };
  try {
    await reach(sql, url, cluster ? config.dataDir : null);
    if (!cluster) await noteExternal(config.dataDir, log);
    await withPreparationLock(sql, async () => {
      // Not every store can refuse to overwrite, so the store's id is also chosen under the lock.
      if (!cluster && blobs) await joinServers(session, await blobs.identify());
      await prepare(sql, directUrl ?? url, options);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { sql, url, pooled, session, stop };
}

/** Brings the schema and content to the state this code expects. */
async function prepare(sql: Sql, directUrl: string, { config, log }: OpenOptions) {
  await refuseOlder(sql);
  await ensureSystemSchema(sql);
  await checkRights(sql);
  const applied = await migrate(sql, await readSchema(), async (upgrade) => {
    if (!config.archiveBeforeMigrations) return;
    // Loaded on demand, because it is rarely needed and slow to load.
    const { archiveBeforeMigrations } = await import("./archive-before-migrations.ts");
    await archiveBeforeMigrations({ sql, url: directUrl, config, upgrade, log });
  });
  await completeRights(sql);
  if (applied.length > 0) log.info(`Applied to the database: ${applied.join(", ")}.`);
  const seedFile = join(projectRoot, "supabase", "seed.sql");
  const seeded = await loadSampleContent(sql, { seedFile, wanted: config.sampleContent });
  if (seeded) log.info("Loaded the sample content (FOYER_SAMPLE_CONTENT=off starts empty).");
}

/** Serializes preparation by concurrent servers; the lock ends with its transaction. */
function withPreparationLock(sql: Sql, work: () => Promise<void>): Promise<void> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7031989)`;
    await work();
  });
}

/**
 * Makes sure that the data directory exists and is usable, and marks an unused directory as new.
 * @returns its real path, so that two names of one directory are equal.
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    // Started as root, PostgreSQL's own account has to pass through this folder; it can access
    // nothing but the database.
    await createFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const path = await realpath(dataDir);
    await closeFiles(path);
    await markIfUnused(path);
    return path;
  } catch (error) {
    if (error instanceof ClusterError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ClusterError(
      `The data directory ${dataDir} cannot be read and written (${code}). Correct its permissions, or set FOYER_DATA_DIR to another directory.`,
      { cause: error },
    );
  }
}

/** Earlier versions left some of these files readable by other accounts. */
async function closeFiles(dataDir: string) {
  const names = ["secrets.json", "postgres.url", "postgres.log", "postgres.log.1"];
  // Fails for missing files and those of other accounts; code that needs the file reports it.
  for (const name of names) await chmod(join(dataDir, name), 0o600).catch(() => {});
}

async function startEmbedded({ config, secrets, log, onGone }: OpenOptions) {
  if (!secrets) throw new Error("The embedded database needs its password.");
  const lock = await lockDirectory(config.dataDir);
  try {
    const cluster = await startCluster({
      dataDir: config.dataDir,
      password: secrets.postgresPassword,
      log,
      ...(onGone ? { onGone } : {}),
    });
    const note = join(config.dataDir, "postgres.url");
    // A note left by a killed server of another account cannot be overwritten, only replaced.
    await rm(note, { force: true });
    await writeFile(note, `${cluster.url}\n`, { mode: 0o600 });
    const stop = async () => {
      await cluster.stop();
      await rm(note, { force: true });
      await lock.release();
    };
    return { url: cluster.url, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Applies settings to every connection of this server. They are not stored in the database, so that
 * removing a variable restores the previous state.
 */
function withSettings(url: string, settings: Record<string, number | null | undefined>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(settings)) {
    if (value != null) address.searchParams.set(name, String(value));
  }
  return address.href;
}

/**
 * Records that this site's data is outside its data directory, so that a start without DATABASE_URL
 * does not show an empty site instead.
 */
async function noteExternal(dataDir: string, log: Log) {
  const note = await readNote(dataDir);
  if (note?.state === "external") return;
  const embedded = note ? note.state === "created" : (await findTraces(dataDir)).includes(CLUSTER);
  if (embedded) {
    log.info(`DATABASE_URL is set; the database in ${dataDir} is not used.`);
    return;
  }
  await writeNote(dataDir, { state: "external" });
}

/**
 * The first query, with a readable reason when it fails.
 * @param dataDir of the embedded database; null for DATABASE_URL.
 * @throws {SecretsError} for the password of another site, {UnsuitableDatabaseError} otherwise.
 */
export async function reach(sql: Sql, url: string, dataDir: string | null) {
  try {
    await sql`select 1`;
  } catch (error) {
    if (dataDir && (error as { code?: string }).code === "28P01") {
      throw new SecretsError(
        `${join(dataDir, "secrets.json")} belongs to another database: its password is refused. Restore the file that was created with this one from a backup.`,
        { cause: error },
      );
    }
    const { host, pathname } = new URL(url);
    const reason = (error as Error).message || (error as { code?: string }).code;
    throw new UnsuitableDatabaseError(
      `The database ${pathname.slice(1)} at ${host} cannot be reached: ${reason}. Check DATABASE_URL.`,
      { cause: error },
    );
  }
}

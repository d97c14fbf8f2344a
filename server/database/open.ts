import { access, constants, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { projectRoot } from "../paths.ts";
import type { Secrets } from "../secrets.ts";
import { ClusterError } from "./binaries.ts";
import { startCluster } from "./cluster.ts";
import { connect, type Sql } from "./connect.ts";
import { lockDirectory } from "./directory-lock.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { loadSampleContent } from "./sample-content.ts";
import { ensureSystemSchema, UnsuitableDatabaseError } from "./system-schema.ts";

export interface Database {
  /** The superuser's pool: bypasses every policy. */
  sql: Sql;
  url: string;
  stop(): Promise<void>;
}

export interface OpenOptions {
  config: Pick<Config, "dataDir" | "databaseUrl" | "driveQuota" | "sampleContent">;
  secrets: Pick<Secrets, "postgresPassword">;
  log: Log;
  onGone?: (error: Error) => void;
}

/**
 * The database, ready for use: started or reached, with Supabase's roles and schemas, every
 * migration and, on a first run, the sample content.
 * @throws errors whose message is one sentence fit to print alone.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { config, log } = options;
  const cluster = config.databaseUrl ? null : await startEmbedded(options);
  const url = withQuota(config.databaseUrl ?? cluster?.url ?? "", config.driveQuota);
  const sql = connect(url);
  const stop = async () => {
    await sql.end({ timeout: 5 });
    await cluster?.stop();
  };
  try {
    await reach(sql, url);
    await ensureSystemSchema(sql);
    const applied = await migrate(sql, await readMigrations(migrationsFolder));
    if (applied.length > 0) log.info(`Applied ${applied.length} migrations.`);
    const seedFile = join(projectRoot, "supabase", "seed.sql");
    const seeded = await loadSampleContent(sql, { seedFile, wanted: config.sampleContent });
    if (seeded) log.info("Loaded the sample content (FOYER_SAMPLE_CONTENT=off starts empty).");
  } catch (error) {
    await stop();
    throw error;
  }
  return { sql, url, stop };
}

/** Where the schema is written down. */
export const migrationsFolder = join(projectRoot, "supabase", "migrations");

/**
 * Makes sure that the data directory is there and usable.
 * @returns its real path, so that two names of one directory are one.
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ClusterError(
      `The data directory ${dataDir} cannot be read and written (${code}). Correct its permissions, or set FOYER_DATA_DIR to another directory.`,
      { cause: error },
    );
  }
}

async function startEmbedded({ config, secrets, log, onGone }: OpenOptions) {
  const lock = await lockDirectory(config.dataDir);
  try {
    const cluster = await startCluster({
      dataDir: config.dataDir,
      password: secrets.postgresPassword,
      log,
      ...(onGone ? { onGone } : {}),
    });
    const note = join(config.dataDir, "postgres.url");
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
 * Has every session of this server begin with the drive's room. It is not written into the database,
 * so that without the variable everything is as before.
 */
function withQuota(url: string, quota: number | null): string {
  if (quota === null) return url;
  const address = new URL(url);
  address.searchParams.set("foyer.drive_quota", String(quota));
  return address.href;
}

/** The first query, with the reason in words when it fails. */
async function reach(sql: Sql, url: string) {
  try {
    await sql`select 1`;
  } catch (error) {
    const { host, pathname } = new URL(url);
    const reason = (error as Error).message || (error as { code?: string }).code;
    throw new UnsuitableDatabaseError(
      `The database ${pathname.slice(1)} at ${host} cannot be reached: ${reason}. Check DATABASE_URL.`,
      { cause: error },
    );
  }
}

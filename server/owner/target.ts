import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, parseConfig } from "../config.ts";
import { ClusterError } from "../database/binaries.ts";
import { connect, type Sql } from "../database/connect.ts";
import { DirectoryInUseError } from "../database/directory-lock.ts";
import { MigrationError } from "../database/migrate.ts";
import { openDatabase, prepareDataDir } from "../database/open.ts";
import { UnsuitableDatabaseError } from "../database/system-schema.ts";
import { silentLog } from "../log.ts";
import { type Credentials, setOwner } from "../owner-account.ts";
import { loadSecrets, SecretsError } from "../secrets.ts";
import { setHostedOwner } from "./hosted.ts";

/** The database or the hosted project cannot be used. The message is fit to print alone. */
export class OwnerTargetError extends Error {
  override name = "OwnerTargetError";
}

/**
 * Sets the owner wherever the environment points: a hosted Supabase, the database of a running
 * Foyer, or else the database itself, opened for this and closed again.
 * @throws {OwnerTargetError} in one sentence when that cannot be reached.
 */
export async function setOwnerAtTarget(
  environment: NodeJS.ProcessEnv,
  credentials: Credentials,
): Promise<"created" | "reset"> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = environment;
  if (url || key) {
    if (!url || !key) {
      throw new OwnerTargetError("SUPABASE_URL and SUPABASE_SECRET_KEY go together; set both.");
    }
    return setHostedOwner({ url, key }, credentials);
  }
  const config = parseConfig(environment);
  const running = config.databaseUrl ? null : await connectToRunning(config.dataDir);
  if (running) {
    try {
      return await setOwner({ database: { sql: running } }, credentials);
    } finally {
      await running.end();
    }
  }
  const database = await open(config);
  try {
    return await setOwner({ database }, credentials);
  } finally {
    await database.stop();
  }
}

/** The embedded database of a server running on this directory, or null. */
async function connectToRunning(dataDir: string): Promise<Sql | null> {
  const url = await readFile(join(dataDir, "postgres.url"), "utf8").catch(() => null);
  if (!url) return null;
  const sql = connect(url.trim(), { max: 1, connectTimeout: 5 });
  try {
    await sql`select 1`;
    return sql;
  } catch {
    // A note that a killed server left behind.
    await sql.end({ timeout: 1 });
    return null;
  }
}

async function open(config: Config) {
  try {
    const dataDir = await prepareDataDir(config.dataDir);
    const secrets = await loadSecrets(dataDir);
    return await openDatabase({ config: { ...config, dataDir }, secrets, log: silentLog });
  } catch (error) {
    if (plainErrors.some((kind) => error instanceof kind)) {
      throw new OwnerTargetError((error as Error).message, { cause: error });
    }
    throw error;
  }
}

const plainErrors = [
  ClusterError,
  DirectoryInUseError,
  MigrationError,
  SecretsError,
  UnsuitableDatabaseError,
];

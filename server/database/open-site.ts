import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { silentLog } from "../log/log.ts";
import { PlainError } from "../plain-error.ts";
import { loadSecrets, replaceKeys, type Secrets, type SiteKeys } from "../secrets.ts";
import { loadSharedKeys, replaceSharedKeys } from "../shared-keys.ts";
import { connect, type Sql, tableExists } from "./connect.ts";
import { openDatabase, prepareDataDir } from "./open.ts";

/**
 * Seconds for a command, such as `npm run owner`, while a person waits for it.
 * @limit requests: opening a connection of a command such as `npm run owner`
 */
const COMMAND_CONNECT_SECONDS = 5;

/** The site's database cannot be opened. */
export class SiteUnavailableError extends PlainError {
  override name = "SiteUnavailableError";
}

/** A site's database, open for a command. */
export interface SiteDatabase {
  sql: Sql;
  /** URL of the database itself, not of a pooler. */
  url: string;
  /** Real path of the data directory. */
  dataDir: string;
  keys: SiteKeys;
  /**
   * Replaces the keys of a site that was moved here. A running server uses the new keys after its
   * next start.
   */
  replaceKeys(keys: SiteKeys): Promise<void>;
  /** Ends the connection, and the database if this command started it. */
  close(): Promise<void>;
}

/**
 * The database of a running Foyer, or else the database itself with all migrations, opened for a
 * command. Creates a site where none exists.
 * @throws {SiteUnavailableError} in one sentence when it cannot be opened.
 */
export async function openSiteDatabase(config: Config): Promise<SiteDatabase> {
  try {
    const dataDir = await prepareDataDir(config.dataDir);
    return config.databaseUrl
      ? await openShared({ ...config, dataDir })
      : await openEmbedded({ ...config, dataDir });
  } catch (error) {
    if (error instanceof PlainError) {
      throw new SiteUnavailableError(error.message, { cause: error });
    }
    throw error;
  }
}

async function openEmbedded(config: Config): Promise<SiteDatabase> {
  const { dataDir } = config;
  const running = await findRunning(dataDir);
  const secrets = await loadSecrets(dataDir);
  const site = {
    dataDir,
    keys: config.keys ?? withoutPassword(secrets),
    replaceKeys: (keys: SiteKeys) => replaceKeys(dataDir, keys),
  };
  if (running) return { ...site, ...running, close: () => running.sql.end() };
  const { sql, url, stop } = await openDatabase({ config, secrets, log: silentLog });
  return { ...site, sql, url, close: stop };
}

async function openShared(config: Config): Promise<SiteDatabase> {
  const { dataDir } = config;
  const { sql, url, stop } = await openDatabase({ config, secrets: null, log: silentLog });
  return {
    sql,
    url: config.directDatabaseUrl ?? url,
    dataDir,
    keys: config.keys ?? (await loadSharedKeys(sql, dataDir)),
    replaceKeys: (keys) => replaceSharedKeys(sql, keys),
    close: stop,
  };
}

function withoutPassword({ postgresPassword: _, ...keys }: Secrets): SiteKeys {
  return keys;
}

/** Readable name of the site that a configuration selects. */
export function nameOfSite({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `data directory ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `database ${pathname.slice(1)} on ${host}`;
}

/** False where `openSiteDatabase` would create a new site. */
export async function siteExists({ databaseUrl, dataDir }: Config): Promise<boolean> {
  return databaseUrl ? hasSite(databaseUrl) : !(await isEmpty(dataDir));
}

/** @returns null when no server runs on the data directory, or for the note of a killed server. */
async function findRunning(dataDir: string): Promise<{ sql: Sql; url: string } | null> {
  const text = await readFile(join(dataDir, "postgres.url"), "utf8").catch(() => null);
  if (!text) return null;
  const url = text.trim();
  const sql = await connectTo(url);
  return sql && { sql, url };
}

/** Whether the database has Foyer's tables; opening reports why a database is unreachable. */
async function hasSite(url: string): Promise<boolean> {
  const sql = await connectTo(url);
  if (!sql) return true;
  try {
    return await tableExists(sql, "private.members");
  } finally {
    await sql.end();
  }
}

async function connectTo(url: string): Promise<Sql | null> {
  const sql = connect(url, { max: 1, connectTimeout: COMMAND_CONNECT_SECONDS });
  try {
    await sql`select 1`;
    return sql;
  } catch {
    await sql.end({ timeout: 1 });
    return null;
  }
}

/** Ignores hidden files, such as a `.gitkeep`. Opening reports why a directory is unreadable. */
async function isEmpty(directory: string): Promise<boolean> {
  try {
    return (await readdir(directory)).every((name) => name.startsWith("."));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

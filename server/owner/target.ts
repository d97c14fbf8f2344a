import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, parseConfig } from "../config.ts";
import { ClusterError } from "../database/binaries.ts";
import { connect, type Sql } from "../database/connect.ts";
import { DirectoryInUseError } from "../database/directory-lock.ts";
import { MigrationError } from "../database/migrate.ts";
import { openDatabase, prepareDataDir } from "../database/open.ts";
import { UnsuitableDatabaseError } from "../database/system-schema.ts";
import { OWNER_CONNECT_SECONDS } from "../limits/limits.ts";
import { silentLog } from "../log/log.ts";
import { loadSecrets, SecretsError } from "../secrets.ts";
import { type Credentials, ownerEmail, setOwner } from "./account.ts";
import { hostedOwnerEmail, setHostedOwner } from "./hosted.ts";

/** The database or the hosted project cannot be used. The message can be printed on its own. */
export class OwnerTargetError extends Error {
  override name = "OwnerTargetError";
}

/** The site that the environment selects. */
export interface Site {
  /** Readable name, such as `data directory /srv/foyer`. */
  name: string;
  /** False where `open` would create a new site. */
  exists: boolean;
  /** @throws {OwnerTargetError} in one sentence when it cannot be reached. */
  open(): Promise<OpenSite>;
}

export interface OpenSite {
  /** The current owner's email, or null. */
  ownerEmail: string | null;
  setOwner(credentials: Credentials): Promise<"created" | "reset">;
  close(): Promise<void>;
}

/**
 * A hosted Supabase, the database of a running Foyer, or else the database itself, opened for the
 * command and closed afterwards. Nothing is created before `open`.
 */
export async function findSite(environment: NodeJS.ProcessEnv): Promise<Site> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = environment;
  if (url || key) {
    if (!url || !key) {
      throw new OwnerTargetError("SUPABASE_URL and SUPABASE_SECRET_KEY must be set together.");
    }
    return hostedSite({ url, key });
  }
  const config = parseConfig(environment);
  return config.databaseUrl ? databaseSite(config, config.databaseUrl) : embeddedSite(config);
}

function hostedSite(project: { url: string; key: string }): Site {
  return {
    name: `Supabase project ${project.url}`,
    exists: true,
    open: async () => ({
      ownerEmail: await hostedOwnerEmail(project),
      setOwner: (credentials) => setHostedOwner(project, credentials),
      close: async () => {},
    }),
  };
}

async function databaseSite(config: Config, url: string): Promise<Site> {
  const { host, pathname } = new URL(url);
  return {
    name: `database ${pathname.slice(1)} on ${host}`,
    exists: await hasSite(url),
    open: () => openHere(config),
  };
}

async function embeddedSite(config: Config): Promise<Site> {
  const { dataDir } = config;
  const url = await readFile(join(dataDir, "postgres.url"), "utf8").catch(() => null);
  return {
    name: `data directory ${dataDir}`,
    exists: !(await isEmpty(dataDir)),
    open: async () => {
      // Null when a killed server left its note behind.
      const sql = url && (await connectTo(url.trim()));
      return sql ? openSite(sql, () => sql.end()) : openHere(config);
    },
  };
}

/** Opens the database as a server does, with all migrations. */
async function openHere(config: Config): Promise<OpenSite> {
  try {
    const dataDir = await prepareDataDir(config.dataDir);
    const secrets = await loadSecrets(dataDir);
    const database = await openDatabase({
      config: { ...config, dataDir },
      secrets,
      log: silentLog,
    });
    return await openSite(database.sql, () => database.stop());
  } catch (error) {
    if (plainErrors.some((kind) => error instanceof kind)) {
      throw new OwnerTargetError((error as Error).message, { cause: error });
    }
    throw error;
  }
}

async function openSite(sql: Sql, close: () => Promise<void>): Promise<OpenSite> {
  try {
    return {
      ownerEmail: await ownerEmail(sql),
      setOwner: (credentials) => setOwner({ database: { sql } }, credentials),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether the database has Foyer's tables; `open` reports why a database is unreachable. */
async function hasSite(url: string): Promise<boolean> {
  const sql = await connectTo(url);
  if (!sql) return true;
  try {
    const [row] = await sql<{ there: boolean }[]>`
      select to_regclass('private.members') is not null as there`;
    return row?.there === true;
  } finally {
    await sql.end();
  }
}

async function connectTo(url: string): Promise<Sql | null> {
  const sql = connect(url, { max: 1, connectTimeout: OWNER_CONNECT_SECONDS });
  try {
    await sql`select 1`;
    return sql;
  } catch {
    await sql.end({ timeout: 1 });
    return null;
  }
}

/** Ignores hidden files, such as a `.gitkeep`. `open` reports why a directory is unreadable. */
async function isEmpty(directory: string): Promise<boolean> {
  try {
    return (await readdir(directory)).every((name) => name.startsWith("."));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

const plainErrors = [
  ClusterError,
  DirectoryInUseError,
  MigrationError,
  SecretsError,
  UnsuitableDatabaseError,
];

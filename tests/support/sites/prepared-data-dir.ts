import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { connect } from "../../../server/database/connect.ts";
import { readDatabaseUrl } from "../../lifecycle/server-state.ts";
import { quickPasswords } from "../quick-passwords.ts";
import { startBuiltServer, temporaryDataDir } from "./built-server.ts";

const root = resolve(import.meta.dirname, "../../..");
const cache = join(root, "node_modules", ".cache", "foyer-tests");
const run = promisify(execFile);

/** The environment variables that a first run writes into its data directory. */
const decisive = ["FOYER_SAMPLE_CONTENT", "FOYER_OWNER_EMAIL", "FOYER_OWNER_PASSWORD"];

/**
 * Turns off durability settings that only matter in a power failure, as in the clusters of the
 * database tests.
 */
const careless = "fsync = off\nfull_page_writes = off\n";

/**
 * A data directory in its state after a first run with this environment, for tests of other
 * subjects: creating a database costs several times as much as opening one. Created once per day
 * and per version of server and schema, then copied; the caller removes the copy.
 */
export async function preparedDataDir(env: Record<string, string>): Promise<string> {
  const template = await templateFor(pick(env));
  const dataDir = await temporaryDataDir();
  await run("cp", ["-a", `${template}/.`, dataDir]);
  return dataDir;
}

const templates = new Map<string, Promise<string>>();

async function templateFor(env: Record<string, string>): Promise<string> {
  const version = await versionOfSite();
  const key = `${version}-${digest(JSON.stringify(Object.entries(env).sort()))}`;
  const known = templates.get(key) ?? findOrMake(key, version, env);
  templates.set(key, known);
  return known;
}

async function findOrMake(
  key: string,
  version: string,
  env: Record<string, string>,
): Promise<string> {
  const template = join(cache, key);
  await mkdir(cache, { recursive: true });
  const kept = await readdir(cache);
  if (kept.includes(key)) return template;
  const old = kept.filter((name) => !name.startsWith(version));
  await Promise.all(old.map((name) => rm(join(cache, name), { recursive: true, force: true })));
  const claim = `${template}.claim`;
  const first = await mkdir(claim).then(
    () => true,
    () => false,
  );
  if (!first && (await appears(template))) return template;
  try {
    await make(template, env);
  } finally {
    await rm(claim, { recursive: true, force: true });
  }
  return template;
}

async function make(template: string, env: Record<string, string>): Promise<void> {
  const draft = `${template}.${process.pid}`;
  const dataDir = await temporaryDataDir();
  try {
    const server = await startBuiltServer({ dataDir, env });
    await hashQuickly(dataDir, env);
    await server.stop();
    await appendFile(join(dataDir, "postgres", "postgresql.auto.conf"), careless);
    await run("cp", ["-a", dataDir, draft]);
    // If another process was faster, its directory is equivalent.
    await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Reduces the cost of the owner's password hash to a hundredth, as in the gateway tests. */
async function hashQuickly(dataDir: string, env: Record<string, string>): Promise<void> {
  const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
  const hash = await quickPasswords.hash(env.FOYER_OWNER_PASSWORD ?? "");
  await sql`update auth.users set encrypted_password = ${hash}
    where email = ${env.FOYER_OWNER_EMAIL ?? ""}`;
  await sql.end();
}

/**
 * Waits for another process to create the directory; gives up after a minute in case that process
 * was killed.
 */
async function appears(template: string): Promise<boolean> {
  for (let tries = 0; tries < 600; tries++) {
    if (existsSync(template)) return true;
    await delay(100);
  }
  return false;
}

function pick(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => decisive.includes(name)));
}

/**
 * Changes with the day, server, schema and sample. The day is included, because content is dated,
 * and visits of the last week must not become those of last month.
 */
async function versionOfSite(): Promise<string> {
  const parts: string[] = [];
  for (const folder of ["dist/server", "supabase", "supabase/schemas", "supabase/system"]) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    for (const file of files.sort()) {
      parts.push(file, await readFile(join(root, folder, file), "utf8"));
    }
  }
  return `${new Date().toISOString().slice(0, 10)}-${digest(parts.join("\0"))}`;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);

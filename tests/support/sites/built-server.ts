import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connect } from "../../../server/database/connect.ts";
import type { Secrets, SiteKeys } from "../../../server/secrets.ts";
import { loadSharedKeys } from "../../../server/shared-keys.ts";

export interface BuiltServer {
  origin: string;
  dataDir: string;
  process: ChildProcess;
  /** All output so far, from both streams. */
  output(): string;
  /** Secrets of a site with an embedded database. */
  secrets(): Promise<Secrets>;
  /** Keys of any site. */
  keys(): Promise<SiteKeys>;
  /** Stops it as Ctrl-C would and removes the data directory unless it was given. */
  stop(): Promise<void>;
}

export interface BuiltServerOptions {
  /** A directory owned by the caller; by default a temporary one, which `stop()` removes. */
  dataDir?: string;
  env?: Record<string, string>;
  /** Another checkout than this one. */
  checkout?: string;
  /** The account to run under; only root may choose one. */
  account?: { uid: number; gid: number };
  /** The command's words, the first of them a file in the checkout; `scripts/start.mjs` by default. */
  command?: readonly [script: string, ...args: string[]];
  /** The current folder. */
  cwd?: string;
  /** Another Node.js than the one that runs the tests. */
  node?: string;
}

const root = resolve(import.meta.dirname, "../../..");

/** Whether a server has been started that would have built this checkout if its sources had changed. */
let isBuilt = false;

/**
 * Starts the built server on its own port, like `npm start` without npm. It is ready to answer. Only
 * the first start of this process reads all sources to find out whether they have changed.
 */
export async function startBuiltServer(options: BuiltServerOptions = {}): Promise<BuiltServer> {
  const dataDir = options.dataDir ?? (await temporaryDataDir());
  const isThis = !options.checkout && !options.command;
  const command = isThis && isBuilt ? (["bin/foyer.mjs", "start"] as const) : options.command;
  const run = runBuiltServer({ ...options, ...(command && { command }), dataDir });
  const origin = await run.opened;
  isBuilt ||= isThis;
  return {
    origin,
    dataDir,
    process: run.process,
    output: run.output,
    secrets: async () => JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8")),
    keys: () => readKeys(dataDir, options.env?.DATABASE_URL),
    async stop() {
      if (run.process.exitCode === null && run.process.signalCode === null) {
        run.process.kill("SIGTERM");
        await once(run.process, "exit");
      }
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a server that is expected to fail: `exit` resolves to the exit code, `opened` rejects with
 * the output.
 */
export function runBuiltServer(options: BuiltServerOptions & { dataDir: string }) {
  const [script, ...args] = options.command ?? ["scripts/start.mjs"];
  const child = spawn(
    options.node ?? process.execPath,
    [join(options.checkout ?? root, script), ...args],
    {
      ...options.account,
      cwd: options.cwd ?? tmpdir(),
      env: { ...cleanEnvironment(), PORT: "0", FOYER_DATA_DIR: options.dataDir, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let text = "";
  const exit = once(child, "exit").then(([code]) => code as number | null);
  const opened = new Promise<string>((resolveOrigin, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const origin = /Foyer is open at ([^\s"]+)/.exec(text)?.[1];
      if (origin) resolveOrigin(origin);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void exit.then((code) => reject(new Error(`The server ended with ${code}:\n${text}`)));
  });
  opened.catch(() => {});
  return { process: child, opened, exit, output: () => text };
}

async function readKeys(dataDir: string, databaseUrl: string | undefined): Promise<SiteKeys> {
  if (!databaseUrl) return JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8"));
  const sql = connect(databaseUrl, { max: 1 });
  return loadSharedKeys(sql, dataDir).finally(() => sql.end());
}

/** Creates a folder that the database's account can access even if the tests run as root. */
export async function temporaryDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-data-"));
  await chmod(dataDir, 0o755);
  return dataDir;
}

/** The environment without variables that a developer may have set for another server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(FOYER_|NOTION_|VITE_|DATABASE_URL$|HOST$|PORT$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

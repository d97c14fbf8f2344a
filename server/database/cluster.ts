import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import {
  type Account,
  type Binaries,
  ClusterError,
  databaseAccount,
  placeCluster,
} from "./binaries.ts";

export interface Cluster {
  /** `postgresql://…` of the superuser on loopback. */
  url: string;
  /** Finishes running transactions' rollback, writes everything out and ends the process. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Absolute; the cluster lives in `postgres/` below it. */
  dataDir: string;
  password: string;
  log: Log;
  /** Extra `-c name=value` settings, for tests. */
  settings?: Record<string, string>;
  /** Another PostgreSQL than the embedded one, for tests against older versions. */
  other?: { binaries: Binaries; majorVersion: string };
  /** Called when the database cannot be kept running; the server should end. */
  onGone?: (error: Error) => void;
}

const MAJOR_VERSION = "17";
const START_LIMIT_MS = 60_000;

/**
 * Starts the embedded PostgreSQL on a free loopback port, creating the cluster on a first run and
 * ending a postmaster that a killed server left behind. The caller holds the data directory's lock.
 * @throws {ClusterError} in one sentence when it cannot.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const account = databaseAccount();
  const placement = await placeCluster(options.dataDir, account);
  const { clusterDir, movedBecause } = placement;
  const binaries = options.other?.binaries ?? placement.binaries;
  if (movedBecause) {
    options.log.info(`The database lives in ${clusterDir}, because ${movedBecause}.`);
  }
  await removeDrafts(clusterDir);
  if (await isFresh(clusterDir, options.other?.majorVersion ?? MAJOR_VERSION)) {
    options.log.info("Creating the database (first run only) …");
    await initialise(binaries.initdb, clusterDir, account, options.password);
  }
  await endOrphan(clusterDir, options.log);
  const port = await freePort();
  const run = () => launch(binaries.postgres, clusterDir, port, account, options.settings ?? {});
  const supervisor = new Supervisor(run, options);
  await supervisor.start();
  return {
    url: `postgresql://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`,
    stop: () => supervisor.stop(),
  };
}

/** Keeps one postmaster running: restarts it after a crash, gives up when it keeps crashing. */
class Supervisor {
  private process: ChildProcess | null = null;
  private stopping = false;
  private crashes: number[] = [];
  private readonly run: () => Promise<ChildProcess>;
  private readonly options: ClusterOptions;

  constructor(run: () => Promise<ChildProcess>, options: ClusterOptions) {
    this.run = run;
    this.options = options;
  }

  async start() {
    const child = await this.run();
    this.process = child;
    child.once("exit", () => {
      if (!this.stopping) void this.recover();
    });
  }

  async stop() {
    this.stopping = true;
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    // SIGINT is PostgreSQL's "fast" shutdown: sessions are ended, data is written, exit is clean.
    child.kill("SIGINT");
    await ended;
  }

  private async recover() {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((time) => now - time < 60_000), now];
    if (this.crashes.length > 3) {
      this.options.onGone?.(new ClusterError("PostgreSQL stopped four times within a minute."));
      return;
    }
    this.options.log.warn("PostgreSQL stopped unexpectedly; starting it again …");
    try {
      await this.start();
      if (this.stopping) await this.stop();
    } catch (error) {
      this.options.onGone?.(error as Error);
    }
  }
}

async function isFresh(clusterDir: string, majorVersion: string): Promise<boolean> {
  const version = await readFile(join(clusterDir, "PG_VERSION"), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    },
  );
  if (version === null) return true;
  if (version.trim() === majorVersion) return false;
  throw new ClusterError(
    `${clusterDir} was made by PostgreSQL ${version.trim()}, this is ${majorVersion}. Dump it with the old version and load it into a new directory.`,
  );
}

/** Folders an interrupted first run left beside the cluster; the caller's lock says nobody uses them. */
async function removeDrafts(clusterDir: string) {
  await rm(draftOf(clusterDir), { recursive: true, force: true });
}

const draftOf = (clusterDir: string) => `${clusterDir}.draft`;

/** initdb into a draft folder that gets its name when it is whole, so that a cut never leaves half a cluster. */
async function initialise(
  initdb: string,
  clusterDir: string,
  account: Account | null,
  password: string,
) {
  const draft = draftOf(clusterDir);
  const passwordFile = `${draft}.password`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (account) {
      await chown(draft, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    await runInitdb(
      initdb,
      [
        `--pgdata=${draft}`,
        "--username=postgres",
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        // ICU sorts names as people expect, the same on every system.
        "--locale-provider=icu",
        "--icu-locale=en-US",
      ],
      account,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, clusterDir);
}

async function runInitdb(initdb: string, args: string[], account: Account | null) {
  const child = spawn(initdb, args, { ...identity(account), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) {
    const reason = /^(?:initdb: )?(?:error|detail|fatal|hint):.*$/im.exec(output)?.[0] ?? output;
    throw new ClusterError(`The database could not be created: ${reason.trim()}`);
  }
}

/** A server that was killed leaves its postmaster behind; it is ended cleanly before a new one starts. */
async function endOrphan(clusterDir: string, log: Log) {
  const pid = await postmasterPid(clusterDir);
  if (pid === null) return;
  log.info("Ending the database process an earlier run left behind …");
  signal(pid, "SIGINT");
  const deadline = Date.now() + START_LIMIT_MS;
  while ((await postmasterPid(clusterDir)) === pid) {
    if (Date.now() > deadline) {
      throw new ClusterError(
        `The database process ${pid} of an earlier run does not end. End it (kill ${pid}) and start again.`,
      );
    }
    await delay(50);
  }
}

/** The live postmaster of this cluster, or null; a pid file whose number now belongs to another program does not count. */
async function postmasterPid(clusterDir: string): Promise<number | null> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !signal(pid, 0)) return null;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  return command === null || command.includes(clusterDir) ? pid : null;
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function launch(
  postgres: string,
  clusterDir: string,
  port: number,
  account: Account | null,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const logFile = `${clusterDir}.log`;
  const output = await open(logFile, (await sizeOf(logFile)) > 5_000_000 ? "w" : "a", 0o600);
  const offset = await sizeOf(logFile);
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(postgres, ["-D", clusterDir, "-p", String(port), ...flags], {
    ...identity(account),
    // A group of its own, so that Ctrl-C in the terminal reaches the server only, which then stops the database last.
    detached: true,
    stdio: ["ignore", output.fd, output.fd],
  });
  await output.close();
  let exited = false;
  child.once("exit", () => (exited = true));
  child.once("error", () => (exited = true));
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (!exited && (await isReady(clusterDir, child.pid))) return child;
    if (exited || Date.now() > deadline) {
      if (!exited) child.kill("SIGQUIT");
      throw new ClusterError(`PostgreSQL did not start: ${await lastError(logFile, offset)}`);
    }
    await delay(20);
  }
}

/** Reads the state PostgreSQL itself writes: line 1 the process, line 8 "ready" once it takes connections. */
async function isReady(clusterDir: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  return lines[0] === String(pid) && lines[7]?.trim() === "ready";
}

async function lastError(logFile: string, offset: number): Promise<string> {
  const text = (await readFile(logFile, "utf8").catch(() => "")).slice(offset);
  const lines = text.split("\n").filter((line) => /FATAL|PANIC|ERROR|HINT/.test(line));
  return lines.at(-1)?.trim() ?? `see ${logFile}`;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (info) => info.size,
    () => 0,
  );
}

function identity(account: Account | null) {
  return {
    cwd: "/",
    env: { ...process.env, LC_ALL: "C", LC_MESSAGES: "C", PGTZ: "UTC", TZ: "UTC" },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  };
}

/** A free loopback port; another program may take it before PostgreSQL does, which then says so. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

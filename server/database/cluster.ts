import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Log } from "../log/log.ts";
import {
  type Binaries,
  ClusterError,
  databaseAccount,
  findBinaries,
  MAJOR_VERSION,
} from "./binaries.ts";
import { freePort } from "./free-port.ts";
import { initialize, refuseOtherVersion } from "./initialize.ts";
import { placeCluster, recordCluster } from "./place-cluster.ts";
import { endOrphan, launch } from "./postmaster.ts";

/** Crashes of the embedded database within the window after which the server gives up. */
const DATABASE_CRASHES = { limit: 3, windowMs: 60_000 };

export interface Cluster {
  /** `postgresql://…` of the superuser on loopback. */
  url: string;
  /** Rolls back running transactions, flushes everything to disk and ends the process. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Absolute path with links resolved; records where the cluster is (`cluster.json`). */
  dataDir: string;
  password: string;
  log: Log;
  /** Extra `-c name=value` settings, for tests. */
  settings?: Record<string, string>;
  /** A PostgreSQL other than the embedded one, for an upgrade of its cluster and for tests. */
  other?: { binaries: Binaries; majorVersion: string };
  /** Called when the database cannot be kept running; the server should end. */
  onGone?: (error: Error) => void;
}

/**
 * Starts the embedded PostgreSQL on a free loopback port. Creates the cluster on the first start
 * and ends a postmaster left behind by a killed server. The caller holds the data directory's lock.
 * @throws {ClusterError} in one sentence when it cannot start.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, log } = options;
  const placement = await placeCluster({ dataDir, account: databaseAccount() });
  const { clusterDir, account } = placement;
  const majorVersion = options.other?.majorVersion ?? MAJOR_VERSION;
  if (!placement.isNew) await refuseOtherVersion(clusterDir, majorVersion);
  const binaries = options.other?.binaries ?? (await findBinaries(account));
  if (placement.outsideBecause) {
    log.info(`The database is in ${clusterDir}, because ${placement.outsideBecause}.`);
  }
  if (placement.isNew) {
    log.info("Creating the database (first run only) …");
    await initialize(binaries.initdb, clusterDir, account, options.password);
    await recordCluster(dataDir, clusterDir);
  }
  const port = await freePort();
  const run = async () => {
    await endOrphan(clusterDir, log);
    const settings = options.settings ?? {};
    return launch({ postgres: binaries.postgres, clusterDir, port, account, settings });
  };
  const supervisor = new Supervisor(run, options);
  await supervisor.start();
  return {
    url: `postgresql://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`,
    stop: () => supervisor.stop(),
  };
}

/** Keeps one postmaster running: restarts it after a crash, gives up after repeated crashes. */
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
    // SIGINT is PostgreSQL's "fast" shutdown: ends sessions, flushes data, exits cleanly.
    child.kill("SIGINT");
    await ended;
  }

  private async recover() {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((time) => now - time < DATABASE_CRASHES.windowMs), now];
    if (this.crashes.length > DATABASE_CRASHES.limit) {
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

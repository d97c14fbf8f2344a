import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseAccount } from "../../server/database/binaries.ts";
import { freePort } from "../../server/database/free-port.ts";
import { initialize } from "../../server/database/initialize.ts";
import { placeCluster, recordCluster } from "../../server/database/place-cluster.ts";
import { endOrphan, launch } from "../../server/database/postmaster.ts";
import { silentLog } from "../../server/log/log.ts";

/** A PostgreSQL 15 that only its owner kills and restarts. */
export interface PostgresProcess {
  url: string;
  /** Sends SIGKILL to the postmaster; its connections end once they notice. */
  kill(): Promise<void>;
  /** Restarts it on the same data and port; resolves once it accepts connections. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const bin = "/usr/lib/postgresql/15/bin";

/**
 * Acknowledged commits survive the end of every process, because the operating system has them.
 * Power failures are not part of the test, so fsync is off.
 */
const SETTINGS = { fsync: "off", synchronous_commit: "on", max_connections: "100" };

export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<PostgresProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-history-"));
  await chmod(dataDir, 0o755);
  const password = randomBytes(18).toString("base64url");
  const { clusterDir, account } = await placeCluster({ dataDir, account: databaseAccount() });
  await initialize(`${bin}/initdb`, clusterDir, account, password);
  await recordCluster(dataDir, clusterDir);
  const port = await freePort();
  const start = async () => {
    await endOrphan(clusterDir, silentLog);
    return launch({
      postgres: `${bin}/postgres`,
      clusterDir,
      port,
      account,
      settings: { ...SETTINGS, ...settings },
    });
  };
  let postmaster = await start();
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    kill: () => end(postmaster, "SIGKILL"),
    async restart() {
      postmaster = await start();
    },
    async stop() {
      await end(postmaster, "SIGINT");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGINT"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

import { once } from "node:events";
import { connect, type Sql } from "../../../server/database/connect.ts";
import { freePort } from "../../../server/database/free-port.ts";
import type { SiteKeys } from "../../../server/secrets.ts";
import { databaseUrl, startTestCluster } from "../databases/clusters.ts";
import { readRecipe } from "../documented-recipe.ts";
import { startCuttableRelay } from "../fakes/cuttable-relay.ts";
import { startRoundRobinProxy } from "../fakes/round-robin-proxy.ts";
import { openTestBuckets, s3Credentials } from "../fakes/test-buckets.ts";
import { type BuiltServer, startBuiltServer } from "./built-server.ts";
import { restartDatabase } from "./page-readers.ts";

/** Servers of one site that share nothing but their environment, behind a load balancer. */
export interface Fleet {
  /** The load balancer's, and the site's public, origin. */
  url: string;
  secrets: SiteKeys;
  /** The superuser's pool. */
  sql: Sql;
  /** The origins of the individual servers. */
  origins(): string[];
  /** Kills a server with SIGKILL; the load balancer notices a moment later. */
  kill(index: number): Promise<void>;
  /** Starts the server again, with a new, empty data directory. @throws when it could not start. */
  restart(index: number): Promise<void>;
  /** Crashes PostgreSQL, which restarts, and waits until it answers. */
  restartDatabase(): Promise<void>;
  /**
   * Ends the connections to the files' bucket and refuses new ones until the returned function is
   * called.
   */
  cutStorage(): () => void;
  /** The process ids of the running servers. */
  pids(): number[];
  stop(): Promise<void>;
}

export interface FleetOptions {
  servers: number;
  env?: Record<string, string>;
}

/** Starts servers on a new database, with the files in s3rver. */
export async function startFleet({ servers, env = {} }: FleetOptions): Promise<Fleet> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    const cluster = await startTestCluster(17);
    cleanups.push(() => cluster.stop());
    const buckets = openTestBuckets();
    cleanups.push(() => buckets.close());
    const proxy = await startRoundRobinProxy();
    cleanups.push(() => proxy.close());
    const { bucket, prefix, endpoint } = await buckets.newLocation();
    const storage = await startCuttableRelay(endpoint ?? "");
    cleanups.push(() => storage.close());
    const url = await createDatabase(cluster.url);
    const settings = await asDocumented({
      ...s3Credentials,
      DATABASE_URL: url,
      FOYER_BLOBS: `s3://${bucket}/${prefix}`,
      AWS_ENDPOINT_URL_S3: storage.origin,
      AWS_REGION: "us-east-1",
      FOYER_PUBLIC_URL: proxy.origin,
      FOYER_TRUST_PROXY: "on",
    });
    const common = { ...settings, ...env };
    const running: (Member | null)[] = await Promise.all(
      Array.from({ length: servers }, () => startMember(common)),
    );
    cleanups.push(() => Promise.all(running.map((member) => member?.server.stop())));
    const route = () =>
      proxy.setTargets(running.flatMap((member) => (member ? [member.port] : [])));
    route();
    const sql = connect(url, { max: 4 });
    cleanups.push(() => sql.end({ timeout: 1 }));
    const [first] = running as [Member];
    return {
      url: proxy.origin,
      secrets: await first.server.keys(),
      sql,
      origins: () =>
        running.flatMap((member) => (member ? [`http://127.0.0.1:${member.port}`] : [])),
      async kill(index) {
        const member = running[index];
        if (!member) return;
        const exit = once(member.server.process, "exit");
        member.server.process.kill("SIGKILL");
        await exit;
        running[index] = null;
        route();
        await member.server.stop();
      },
      async restart(index) {
        running[index] = await startMember(common);
        route();
      },
      restartDatabase: () => restartDatabase(sql),
      cutStorage: storage.cut,
      pids: () => running.flatMap((member) => member?.server.process.pid ?? []),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Member {
  server: BuiltServer;
  port: number;
}

async function startMember(env: Record<string, string>): Promise<Member> {
  const port = await freePort();
  return { server: await startBuiltServer({ env: { ...env, PORT: String(port) } }), port };
}

async function createDatabase(clusterUrl: string): Promise<string> {
  const admin = connect(clusterUrl, { max: 1 });
  await admin`create database fleet`.finally(() => admin.end());
  return databaseUrl(clusterUrl, "fleet");
}

/**
 * The variables that docs/deploy.md exports for several servers, with these values.
 * @throws when the two lists differ, because the documented variables must suffice.
 */
async function asDocumented(values: Record<string, string>): Promise<Record<string, string>> {
  const lines = await readRecipe("Several servers");
  if (lines.pop() !== "npm start") throw new Error("The recipe does not end with npm start.");
  const names = lines.flatMap((line) => [...line.matchAll(/\b([A-Z][A-Z0-9_]+)=/g)]);
  const documented = names
    .map(([, name = ""]) => name)
    // The test has no pooler.
    .filter((name) => name !== "FOYER_DIRECT_DATABASE_URL");
  const given = Object.keys(values);
  const difference = [
    ...documented.filter((name) => !given.includes(name)),
    ...given.filter((name) => !documented.includes(name)),
  ];
  if (difference.length > 0) {
    throw new Error(`docs/deploy.md and this test differ in ${difference.join(", ")}.`);
  }
  return values;
}

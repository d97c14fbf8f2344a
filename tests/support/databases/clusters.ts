import { randomBytes } from "node:crypto";
import { access, chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, startCluster } from "../../../server/database/cluster.ts";
import { connect } from "../../../server/database/connect.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { readSchema } from "../../../server/database/schema.ts";
import { ensureSystemSchema } from "../../../server/database/system-schema.ts";
import { consoleLog, silentLog } from "../../../server/log/log.ts";

export type PostgresVersion = 15 | 17;

/** Debian's PostgreSQL 15; `npm test` installs it where it has permission. */
const debianBin = "/usr/lib/postgresql/15/bin";

/**
 * A throwaway cluster.
 * @param options.template whether its database `template_migrated` holds the schema, to be copied
 * per test file.
 */
export async function startTestCluster(
  version: PostgresVersion,
  { template = false } = {},
): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), `foyer-test-${version}-`));
  await chmod(dataDir, 0o755);
  const cluster = await startCluster({
    dataDir,
    password: randomBytes(18).toString("base64url"),
    log: { ...silentLog, error: consoleLog.error },
    // Durability is off: test data need not survive a power failure.
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      // Tests that crash the database expect their rows in it.
      wal_writer_delay: "200ms",
      max_connections: "200",
    },
    ...(version === 15
      ? {
          other: {
            binaries: { initdb: `${debianBin}/initdb`, postgres: `${debianBin}/postgres` },
            majorVersion: "15",
          },
        }
      : {}),
  });
  if (template) await createTemplate(cluster.url);
  return {
    url: cluster.url,
    stop: async () => {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Whether Debian's PostgreSQL 15 is installed. */
export async function hasPostgres15(): Promise<boolean> {
  return access(`${debianBin}/initdb`).then(
    () => true,
    () => false,
  );
}

/** The URL of another database of the same cluster. */
export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export const TEMPLATE = "template_migrated";

async function createTemplate(clusterUrl: string) {
  const admin = connect(clusterUrl, { max: 1 });
  await admin.unsafe(`create database ${TEMPLATE}`);
  await admin.end();
  const sql = connect(databaseUrl(clusterUrl, TEMPLATE), { max: 2 });
  try {
    await ensureSystemSchema(sql);
    await migrate(sql, await readSchema());
  } finally {
    await sql.end();
  }
}

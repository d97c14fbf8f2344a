import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../durable-files.ts";
import { type Account, ClusterError } from "./binaries.ts";
import { endWithThisProcess, identityOf } from "./postmaster.ts";

/**
 * @throws {ClusterError} for a cluster of another major version than the binaries, which cannot
 * open it.
 */
export async function refuseOtherVersion(clusterDir: string, majorVersion: string): Promise<void> {
  const version = await versionOf(clusterDir);
  if (version === majorVersion) return;
  const remedy =
    Number(version) < Number(majorVersion)
      ? "Upgrade it with: npm run upgrade"
      : "Update Foyer, or start the version that last ran here.";
  throw new ClusterError(
    `The database in ${clusterDir} was created by PostgreSQL ${version}, and this version of Foyer runs PostgreSQL ${majorVersion}. Nothing was changed. ${remedy}`,
  );
}

/** The major version of a cluster. */
export async function versionOf(clusterDir: string): Promise<string> {
  return (await readFile(join(clusterDir, "PG_VERSION"), "utf8")).trim();
}

/**
 * Creates a cluster: runs initdb in a draft folder that is renamed when complete, so that an
 * interruption never leaves a partial cluster. The caller's lock guarantees that the draft of an
 * earlier run is unused.
 * @throws {ClusterError} in one sentence when it cannot.
 */
export async function initialize(
  initdb: string,
  clusterDir: string,
  account: Account | null,
  password: string,
): Promise<void> {
  const draft = `${clusterDir}.draft`;
  const passwordFile = `${draft}.password`;
  await rm(draft, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account) {
      await chown(draft, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    await runInitdb(
      initdb,
      [
        `--pgdata=${draft}`,
        "--username=postgres",
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        // A page that the disk has changed causes an error when it is read, instead of wrong rows.
        "--data-checksums",
        "--locale=C",
        // ICU sorts names in natural order, the same on every system.
        "--locale-provider=icu",
        "--icu-locale=en-US",
      ],
      account,
    );
    await rename(draft, clusterDir);
    await syncFolder(dirname(clusterDir));
  } catch (error) {
    if (error instanceof ClusterError) throw error;
    throw new ClusterError(
      `The database could not be created in ${clusterDir}: ${(error as Error).message}.`,
      { cause: error },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function runInitdb(initdb: string, args: string[], account: Account | null) {
  const child = spawn(initdb, args, { ...identityOf(account), stdio: ["ignore", "pipe", "pipe"] });
  endWithThisProcess(child, account);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) {
    const isFull = output.includes("No space left on device");
    const reason = isFull
      ? "the disk is full."
      : (/^(?:initdb: )?(?:error|detail|fatal|hint):.*$/im.exec(output)?.[0] ?? output);
    throw new ClusterError(`The database could not be created: ${reason.trim()}`);
  }
}

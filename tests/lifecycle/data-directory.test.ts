import { execFileSync } from "node:child_process";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { generateSecrets } from "../../server/secrets.ts";
import { type BuiltServer, runBuiltServer } from "../support/sites/built-server.ts";
import { preparedDataDir } from "../support/sites/prepared-data-dir.ts";
import { openSites } from "./sites.ts";

const { cleanups, start } = openSites();

/** A used data directory in a separate parent folder, so that it can be renamed. */
async function usedDataDir(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "foyer-place-"));
  await chmod(parent, 0o755);
  cleanups.push(() => rm(parent, { recursive: true, force: true }));
  const dataDir = join(parent, "data");
  await rename(await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" }), dataDir);
  return dataDir;
}

/** Starts on a directory and expects its content to be there. */
async function open(dataDir: string): Promise<BuiltServer> {
  const server = await start({ dataDir });
  expect(server.output()).not.toMatch(/Creating|Applied|Loaded/);
  return server;
}

/** The output of a start that must fail without changing the directory. */
async function refusal(dataDir: string): Promise<string> {
  const run = runBuiltServer({ dataDir });
  expect(await run.exit).toBe(1);
  expect(run.output()).not.toMatch(/Creating/);
  return run.output().trim();
}

test("a renamed directory opens, also through a symlink, and beside a copy taken while it ran", async () => {
  const dataDir = await usedDataDir();
  const renamed = `${dataDir}-renamed`;
  await rename(dataDir, renamed);
  await symlink(renamed, dataDir);
  const original = await open(dataDir);
  const copy = `${dataDir}-copy`;
  execFileSync("cp", ["-a", renamed, copy]);
  await open(copy);
  expect((await fetch(`${original.origin}/healthz`)).status).toBe(200);
});

test.runIf(process.getuid?.() === 0)(
  "a directory PostgreSQL's account cannot access is refused with the command that fixes it",
  async () => {
    const dataDir = await usedDataDir();
    await chmod(dataDir, 0o700);
    expect(await refusal(dataDir)).toBe(
      `PostgreSQL runs under the account "postgres", which may not enter ${dataDir}. Grant access with: chmod o+x ${dataDir}`,
    );
    await chmod(dataDir, 0o711);
    await open(dataDir);
  },
);

test("a directory whose database is missing is refused", async () => {
  const dataDir = await usedDataDir();
  await rename(join(dataDir, "postgres"), `${dataDir}-postgres`);
  expect(await refusal(dataDir)).toMatch(
    /^The database of \S+data should be in \S+postgres, but is not there \(ENOENT\)\. Mount its disk or restore it/,
  );
  // Earlier versions left no cluster.json.
  await rm(join(dataDir, "cluster.json"));
  expect(await refusal(dataDir)).toMatch(/^\S+data was used before \(it has .*database is missing/);
});

test("an unusable folder of stored files is refused", async () => {
  const dataDir = await usedDataDir();
  const blobs = join(dataDir, "blobs");
  await rm(blobs, { recursive: true, force: true });
  await symlink("/nowhere/that/is/mounted", blobs);
  expect(await refusal(dataDir)).toMatch(
    /^The folder of the stored files, \S+blobs, cannot be used \(E\w+\)\. Correct its permissions, or mount its disk\.$/,
  );
});

test("every file in the data directory is accessible to one account only, even files that were open before", async () => {
  const dataDir = await usedDataDir();
  const blob = join(dataDir, "blobs", "ab", "ab000000-0000-4000-8000-000000000000");
  await mkdir(dirname(blob), { recursive: true });
  await writeFile(blob, "");
  execFileSync("chmod", ["-R", "a+rX", join(dataDir, "blobs"), join(dataDir, "secrets.json")]);
  await open(dataDir);
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  expect(paths).toContain(blob);
  const outside = paths.filter((path) => !path.startsWith(`${join(dataDir, "postgres")}/`));
  const modes = await Promise.all(
    // Meanwhile the server renames and removes temporary files of its own.
    outside.map(async (path) => ({
      path,
      mode: await lstat(path).then(({ mode }) => mode & 0o077, onlyIfGone),
    })),
  );
  const files = modes.filter(({ path }) => !path.endsWith("foyer.sock"));
  expect(files.filter(({ mode }) => mode !== 0)).toEqual([]);
});

/** 0 for a path that no longer exists. @throws any other error. */
function onlyIfGone(error: NodeJS.ErrnoException): number {
  if (error.code === "ENOENT") return 0;
  throw error;
}

describe("secrets.json", () => {
  test("secrets.json is not recreated when missing", async () => {
    const dataDir = await usedDataDir();
    const file = join(dataDir, "secrets.json");
    await rm(file);
    expect(await refusal(dataDir)).toMatch(
      /^\S+secrets\.json is missing, but \S+data belongs to a database that was created with it\. Restore it/,
    );
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  test("secrets.json of another site is refused", async () => {
    const dataDir = await usedDataDir();
    await writeFile(join(dataDir, "secrets.json"), JSON.stringify(generateSecrets()));
    expect(await refusal(dataDir)).toMatch(
      /^\S+secrets\.json belongs to another database: its password is refused\./,
    );
  });
});

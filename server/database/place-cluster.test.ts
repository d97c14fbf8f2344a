import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Account, databaseAccount } from "./binaries.ts";
import { markIfUnused, NOTE } from "./cluster-note.ts";
import { placeCluster, recordCluster } from "./place-cluster.ts";

let root: string;
let dataDir: string;
let systemDir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-place-"));
  await chmod(root, 0o755);
  dataDir = join(root, "data");
  systemDir = join(root, "system");
  await mkdir(dataDir, { mode: 0o755 });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
// Each call starts two processes.
const ownAccount = isRoot ? databaseAccount() : null;

function place(account: Account | null = ownAccount, directory = dataDir) {
  return placeCluster({ dataDir: directory, account, systemDir });
}

/** Creates the files initdb leaves, as far as this test needs them. */
async function createAt(clusterDir: string, account = ownAccount) {
  await mkdir(clusterDir, { recursive: true, mode: 0o700 });
  await writeFile(join(clusterDir, "PG_VERSION"), "17\n");
  if (account) await chown(clusterDir, account.uid, account.gid);
}

/** Simulates a first start. */
async function create(directory = dataDir): Promise<string> {
  await markIfUnused(directory);
  const { clusterDir, isNew } = await place(undefined, directory);
  expect(isNew).toBe(true);
  await createAt(clusterDir);
  await recordCluster(directory, clusterDir);
  return clusterDir;
}

const readNoteText = () => readFile(join(dataDir, NOTE), "utf8");

test("an unused directory gets its cluster inside, and cluster.json records it", async () => {
  expect(await create()).toBe(join(dataDir, "postgres"));
  expect(JSON.parse(await readNoteText())).toEqual({ state: "created", directory: "postgres" });
  expect(await place()).toMatchObject({ isNew: false, clusterDir: join(dataDir, "postgres") });
});

test("an interrupted first start is resumed", async () => {
  await markIfUnused(dataDir);
  await writeFile(join(dataDir, "secrets.json"), "{}");
  expect((await place()).isNew).toBe(true);
  // Interrupted again, after initdb and before the note.
  await createAt(join(dataDir, "postgres"));
  expect((await place()).isNew).toBe(false);
});

test("a database that was restored into an unused directory is opened", async () => {
  await markIfUnused(dataDir);
  await createAt(join(dataDir, "postgres"));
  expect(await place()).toMatchObject({ isNew: false, clusterDir: join(dataDir, "postgres") });
});

test("a moved or copied directory keeps its cluster", async () => {
  await create();
  const moved = join(root, "moved");
  await rename(dataDir, moved);
  const copied = join(root, "copied");
  await cp(moved, copied, { recursive: true });
  if (isRoot) await chown(join(copied, "postgres"), 0, 0);
  for (const directory of [moved, copied]) {
    expect(await place(undefined, directory)).toMatchObject({
      isNew: false,
      clusterDir: join(directory, "postgres"),
    });
  }
});

describe("a missing database is never replaced by an empty one", () => {
  test.each([
    ["its folder is missing", () => rm(join(dataDir, "postgres"), { recursive: true }), "(ENOENT)"],
    ["its folder is empty", () => rm(join(dataDir, "postgres", "PG_VERSION")), "(no PG_VERSION)"],
    ["the note is damaged", () => writeFile(join(dataDir, NOTE), "{"), "cluster.json is damaged."],
    [
      "the site's database is behind DATABASE_URL",
      () => writeFile(join(dataDir, NOTE), '{"state":"external"}'),
      "DATABASE_URL, which is not set.",
    ],
  ])(
    "a missing database is never replaced by an empty one when %s",
    async (_what, damage, message) => {
      await create();
      await damage();
      await expect(place()).rejects.toThrow(message);
    },
  );

  test.each(["secrets.json", "blobs", "postgres.log"])(
    "a missing database is never replaced by an empty one when %s exists but the note of its location does not",
    async (name) => {
      await writeFile(join(dataDir, name), "");
      await markIfUnused(dataDir);
      await expect(place()).rejects.toThrow(
        `${dataDir} was used before (it has ${name}), but its database is missing.`,
      );
    },
  );
});

test("a data directory from before cluster.json existed is used unchanged", async () => {
  await createAt(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "secrets.json"), "{}");
  await markIfUnused(dataDir);
  expect((await place()).isNew).toBe(false);
  expect(JSON.parse(await readNoteText())).toEqual({ state: "created", directory: "postgres" });
});

describe.runIf(isRoot)("as root", () => {
  const nobody = { name: "nobody", uid: 65_534, gid: 65_534 };

  test("with an inaccessible parent, the cluster goes to the system directory and stays there", async () => {
    await chmod(dataDir, 0o700);
    const clusterDir = await create();
    expect(clusterDir.startsWith(`${systemDir}/`)).toBe(true);
    await chmod(dataDir, 0o755);
    expect(await place()).toMatchObject({ clusterDir, isNew: false });

    const renamed = join(root, "renamed");
    await rename(dataDir, renamed);
    expect(await place(undefined, renamed)).toMatchObject({ clusterDir, isNew: false });
  });

  test("a copy of a directory whose cluster is outside is refused, while the original opens", async () => {
    await chmod(dataDir, 0o700);
    const clusterDir = await create();
    const copied = join(root, "copied");
    await cp(dataDir, copied, { recursive: true });
    await expect(place(undefined, copied)).rejects.toThrow(
      `${copied} is a copy of ${dataDir}, and both name the database ${clusterDir}`,
    );
    expect((await place()).clusterDir).toBe(clusterDir);
    await rm(dataDir, { recursive: true });
    expect((await place(undefined, copied)).clusterDir).toBe(clusterDir);
  });

  test("permissions revoked after the first start are reported with the command", async () => {
    await create();
    await chmod(dataDir, 0o700);
    await expect(place()).rejects.toThrow(
      `PostgreSQL runs under the account "postgres", which may not enter ${dataDir}. Grant access with: chmod o+x ${dataDir}`,
    );
  });

  test("an existing inaccessible system directory is reported with the command", async () => {
    await mkdir(systemDir, { mode: 0o700 });
    await chmod(dataDir, 0o700);
    await expect(place()).rejects.toThrow(`Grant access with: chmod o+x ${systemDir}`);
    // The data directory itself is the system directory.
    await expect(place(undefined, systemDir)).rejects.toThrow(`chmod o+x ${systemDir}`);
    await chmod(systemDir, 0o711);
    expect((await place()).clusterDir.startsWith(`${systemDir}/`)).toBe(true);
  });

  test("another account's cluster runs under that account", async () => {
    await create();
    await chown(join(dataDir, "postgres"), nobody.uid, nobody.gid);
    expect((await place()).account).toMatchObject({ uid: nobody.uid, gid: nobody.gid });
  });
});

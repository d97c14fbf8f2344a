import { type ChildProcess, spawn } from "node:child_process";
import { createHash, type Hash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { writeSchemaFolder } from "../../scripts/deploy/push-schema.ts";
import { readSchema } from "../../server/database/schema.ts";
import { generateSecrets } from "../../server/secrets.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { hostedSite, type TransferSite } from "../../server/transfer/sites.ts";
import {
  archiveFrom,
  archiveOf,
  createMemorySite,
  restore,
  restoreInto,
} from "../support/content/archives.ts";
import { checkDamage } from "../support/content/damaged-archives.ts";
import { damageFiles } from "../support/content/damaged-files.ts";
import { userIds } from "../support/databases/personas.ts";
import { createTestDatabase } from "../support/databases/postgres.ts";
import { startHostedLab } from "../support/hosted/hosted-lab.ts";
import {
  anySite,
  fillSite,
  hostedState,
  readSite,
  sampleSite,
  type TestSite,
} from "../support/sites/archive-sites.ts";

const root = resolve(import.meta.dirname, "../..");
const GIGABYTE = 1024 ** 3;

/** Number of generated sites; smaller for trial runs. */
const SITES = Number(process.env.ARCHIVE_SITES ?? 200);

/** Size of the large drive; smaller for trial runs. */
const DRIVE_BYTES = Number(process.env.ARCHIVE_DRIVE_GB ?? 5) * GIGABYTE;
const FILE_BYTES = GIGABYTE / 4;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test("two hundred generated sites pass through another PostgreSQL and a hosted project, and come back with equal rows and files", async () => {
  const [first, second] = [await memorySite(17), await memorySite(15)];
  const empty = await archiveOf(first);
  const project = await hostedProject();
  const checked = { sites: 0, seed: Date.now() % 2 ** 31, seconds: 0 };
  const started = Date.now();
  await fc.assert(
    fc.asyncProperty(anySite, async (content) => {
      await restore(empty, first, { replace: true });
      await fillSite(first, content);
      const before = await readSite(first);
      await restore(await archiveOf(first), second, { replace: true });
      expect(await readSite(second)).toEqual(before);
      await restoreInto(
        await archiveOf(second),
        await project.openTarget({ replace: true, withKeys: false }),
      );
      const archive = await archiveFrom(await project.openSource({ withKeys: false }));
      await restore(empty, first, { replace: true });
      await restore(archive, first);
      expect(hostedState(await readSite(first))).toEqual(hostedState(before));
      checked.sites++;
    }),
    { numRuns: SITES, seed: checked.seed },
  );
  checked.seconds = Math.round((Date.now() - started) / 1000);
  console.log(JSON.stringify(checked));
});

test("an archive with any of a thousand flipped bits, or cut at two hundred places, restores all of the site or nothing", async () => {
  const [from, to] = [await memorySite(17), await memorySite(17)];
  await fillSite(from, sampleSite);
  await damageFiles(from);
  const found = await checkDamage(await archiveOf(from), to, { flips: 1000, cuts: 200 });
  console.log(JSON.stringify(found));
});

/** A project shaped like hosted Supabase, reached by its URL and secret key alone. */
async function hostedProject(): Promise<TransferSite> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-schema-"));
  await writeSchemaFolder(folder, await readSchema(), []);
  const migrations = join(folder, "supabase", "migrations");
  const lab = await startHostedLab(null, ["--migrations", migrations, "--quiet"]);
  await rm(folder, { recursive: true });
  cleanups.push(() => lab.stop());
  return hostedSite(lab.url, { SUPABASE_SECRET_KEY: lab.secretKey });
}

test("a large drive takes at most 64 MB more memory than a small one, in both directions", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-large-archive-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const [from, to] = [await folderSite(folder, "from"), await folderSite(folder, "to")];
  await fillSite(from, sampleSite);
  const small = {
    backup: await run(["backup", "--out", join(folder, "small.tar")], from.environment),
    restore: await run(["restore", join(folder, "small.tar")], to.environment),
  };
  await addLargeFiles(from);
  const before = await readSite(from);
  const large = {
    backup: await run(["backup", "--out", join(folder, "large.tar")], from.environment),
    restore: await run(["restore", join(folder, "large.tar"), "--replace"], to.environment),
  };
  const { size } = await stat(join(folder, "large.tar"));
  console.log(JSON.stringify({ archiveMB: Math.round(size / 1024 ** 2), small, large }));
  expect(await readSite(to)).toEqual(before);
  expect(large.backup.peakMB - small.backup.peakMB).toBeLessThan(64);
  expect(large.restore.peakMB - small.restore.peakMB).toBeLessThan(64);
});

async function memorySite(version: 15 | 17): Promise<TestSite> {
  const site = await createMemorySite(version);
  cleanups.push(() => site.drop());
  return site;
}

async function folderSite(folder: string, name: string) {
  const database = await createTestDatabase(17);
  cleanups.push(() => database.drop());
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  await writeFile(join(dataDir, "secrets.json"), JSON.stringify(generateSecrets()));
  return {
    ...database,
    blobs: createFileBlobStore(join(dataDir, "blobs")),
    environment: { DATABASE_URL: database.url, FOYER_DATA_DIR: dataDir },
  };
}

async function addLargeFiles({ sql, blobs }: TestSite): Promise<void> {
  for (let number = 0; number < DRIVE_BYTES / FILE_BYTES; number++) {
    const version = randomUUID();
    const path = `${userIds.workspace}/root/large-${number}`;
    const hash = createHash("sha256");
    await blobs.put(version, randomChunks(FILE_BYTES, hash));
    const sha256 = hash.digest("hex");
    await sql`insert into storage.objects (bucket_id, name, owner_id, version, metadata)
      values ('workspace-files', ${path}, ${userIds.workspace}, ${version}, ${sql.json({ size: FILE_BYTES, sha256 })})`;
    await sql`insert into public.workspace_files (user_id, name, storage_object_path, size)
      values (${userIds.workspace}, ${`large-${number}`}, ${path}, ${FILE_BYTES})`;
  }
}

/**
 * Repeats one random megabyte, because generating all of them would take longer than the measured
 * operation.
 */
async function* randomChunks(bytes: number, hash: Hash) {
  const chunk = randomBytes(1024 * 1024);
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Runs a built command.
 * @returns its duration and peak memory.
 */
async function run(args: string[], environment: Record<string, string>) {
  const started = Date.now();
  const child = spawn(process.execPath, [join(root, "dist/server/transfer.js"), ...args], {
    env: { ...process.env, ...environment, INIT_CWD: root },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  child.stderr?.on("data", (text) => (printed += text));
  const peak = watchMemory(child);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(printed);
  return { seconds: (Date.now() - started) / 1000, peakMB: Math.round((await peak) / 1024) };
}

/** The peak resident size in KiB, as counted by the kernel. */
async function watchMemory(child: ChildProcess): Promise<number> {
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    await delay(20);
  }
  return peak;
}

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type ScheduledBackups, scheduleBackups } from "../../server/backups/scheduled-backups.ts";
import { parseConfig } from "../../server/config.ts";
import { keyOf } from "../../server/database/session-locks.ts";
import { silentLog } from "../../server/log/log.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { fillSite, sampleSite } from "../support/archive-sites.ts";
import { signIn, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { openForServer } from "../support/postgres.ts";

let gateway: TestGateway;
let folder: string;
let one: ScheduledBackups;
let two: ScheduledBackups;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-backups-"));
  gateway = await startTestGateway({
    gateway: { backups: { status: () => two.status(), archives: () => two.archives() } },
  });
  const { database, blobs } = gateway;
  await fillSite({ ...database, blobs: createFileBlobStore(blobs) }, sampleSite);
  one = await openServer("one");
  two = await openServer("two");
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

/** One of several servers, with its own data directory. */
async function openServer(name: string, environment: NodeJS.ProcessEnv = {}) {
  const config = parseConfig({
    FOYER_DATA_DIR: join(folder, name),
    FOYER_BACKUP: "daily@03:00",
    FOYER_BACKUP_TO: join(folder, "archives"),
    ...environment,
  });
  await mkdir(config.dataDir);
  const database = openForServer(gateway.database);
  const blobs = createFileBlobStore(gateway.blobs);
  const backups = scheduleBackups({ config, database, blobs, log: silentLog });
  cleanups.push(() => backups.close().then(database.stop));
  return backups;
}

/** Nights after the servers have started. */
const night = (number: number) => new Date(Date.now() + number * 24 * 60 * 60 * 1000);

it("one server makes each backup, and a failure stays until the next success", async () => {
  const { sql } = gateway.database;
  expect(await one.status()).toEqual({ proven: null, failure: null });
  // Due before the schedule was set up.
  expect(await one.run(night(-2))).toBe(true);
  expect(await one.archives()).toEqual([]);

  const first = night(1);
  expect((await Promise.all([one.run(first), two.run(first)])).sort()).toEqual([false, true]);
  expect([await one.run(first), await two.run(first)]).toEqual([true, true]);
  const { proven, failure } = await two.status();
  expect({ proven, failure }).toEqual({
    proven: expect.objectContaining({ files: 3, rows: expect.any(Number) }),
    failure: null,
  });
  expect(await readdir(join(folder, "archives"))).toEqual([proven?.archive]);

  const [object] = await sql<{ id: string }[]>`
    update storage.objects set metadata = metadata || '{"size": 999}' where name = 'me.png' returning id`;
  expect(await one.run(night(2))).toBe(true);
  expect(await two.status()).toEqual({
    proven,
    failure: {
      at: expect.any(String),
      message: expect.stringContaining(`files/${object?.id} differs from its row`),
    },
  });

  await sql`update storage.objects set metadata = metadata || '{"size": 7}' where name = 'me.png'`;
  const dying = one.run(night(3));
  await vi.waitFor(async () => {
    const locks =
      await sql`select from pg_locks where locktype = 'advisory' and objid = ${keyOf("backup")}`;
    expect(locks).toHaveLength(1);
  });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'foyer session'`;
  expect(await dying).toBe(false);
  expect((await two.status()).failure).not.toBeNull();
  await vi.waitFor(async () => expect(await two.run(night(3))).toBe(true), 30_000);
  expect(await one.status()).toMatchObject({ failure: null });
  expect(await one.status()).not.toMatchObject({ proven });
  expect(await readdir(join(folder, "two"))).toEqual([]);
});

it("the list of archives is what the schedule made", async () => {
  expect(await (await ask("archives", "owner@example.test")).json()).toEqual(
    JSON.parse(JSON.stringify(await two.archives())),
  );
});

it("an archive is encrypted on request, and old ones are deleted, but no other files", async () => {
  const archives = join(folder, "archives");
  await writeFile(join(archives, "notes.txt"), "mine");
  for (let day = 10; day < 29; day++) {
    await writeFile(join(archives, `foyer-2020-02-${day}T03-00-00Z.tar`), "old");
  }
  const server = await openServer("secret", { FOYER_BACKUP_PASSPHRASE: "open sesame" });
  expect(await server.run(night(4))).toBe(true);
  const { proven, failure } = await server.status();
  expect(failure).toBeNull();
  expect(proven?.archive).toMatch(/^foyer-.+Z\.tar\.age$/);
  const bytes = await readFile(join(archives, proven?.archive ?? ""), "latin1");
  expect(bytes).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
  const left = (await readdir(archives)).filter((name) => name.startsWith("foyer-2020")).sort();
  expect(left).toContain("foyer-2020-02-28T03-00-00Z.tar");
  expect(left).not.toContain("foyer-2020-02-10T03-00-00Z.tar");
  expect(await readdir(archives)).toContain("notes.txt");
});

/** Asks a route of the backups, signed in as one of the sample site's accounts. */
async function ask(path: string, email?: string, method = "GET"): Promise<Response> {
  const headers = new Headers({ apikey: gateway.secrets.publishableKey });
  if (email) {
    const { client } = await signIn(gateway, { email, password: "correct horse battery" });
    const { data } = await client.auth.getSession();
    headers.set("authorization", `Bearer ${data.session?.access_token}`);
  }
  return fetch(`${gateway.url}/backup/v1/${path}`, { method, headers });
}

it.each([
  ["GET", "status"],
  ["GET", "archives"],
  ["GET", "downloads"],
  ["POST", "downloads"],
  ["DELETE", "downloads"],
])("only the owner has access to %s %s", async (method, path) => {
  expect((await ask(path, undefined, method)).status).toBe(403);
  expect((await ask(path, "workspace@example.test", method)).status).toBe(403);
  // Of a download, the owner is asked for the password first.
  const { ok, status } = await ask(path, "owner@example.test", method);
  expect(method === "POST" ? status === 400 : ok).toBe(true);
});

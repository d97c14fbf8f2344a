import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ScheduledBackups, scheduleBackups } from "../../server/backups/scheduled-backups.ts";
import { parseConfig } from "../../server/config.ts";
import { keyOf } from "../../server/database/session-locks.ts";
import { silentLog } from "../../server/log/log.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { damageFiles } from "../support/content/damaged-files.ts";
import { openForServer } from "../support/databases/postgres.ts";
import { fillSite, sampleSite, type TestSite } from "../support/sites/archive-sites.ts";
import { signIn, startTestGateway, type TestGateway } from "../support/sites/gateway.ts";

let gateway: TestGateway;
let site: TestSite;
let folder: string;
let one: ScheduledBackups;
let two: ScheduledBackups;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-backups-"));
  gateway = await startTestGateway({
    gateway: {
      backups: {
        status: () => two.status(),
        archives: () => two.archives(),
        setting: () => two.setting(),
        setTime: (time) => two.setTime(time),
      },
    },
  });
  site = { ...gateway.database, blobs: createFileBlobStore(gateway.blobs) };
  await fillSite(site, sampleSite);
  await site.sql`insert into public.workspace_tasks (user_id, title)
    select user_id, number::text from public.workspace_users, generate_series(1, 19) as number`;
  await site.sql`select public.register_notice_sender('mail', 'owner@example.test')`;
  one = await openServer("one");
  two = await openServer("two");
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

/** One of several servers, with its own data directory. */
async function openServer(name: string, environment: NodeJS.ProcessEnv = {}, log = silentLog) {
  const config = parseConfig({
    FOYER_DATA_DIR: join(folder, name),
    FOYER_BACKUP: "daily@03:00",
    FOYER_BACKUP_TO: join(folder, "archives"),
    ...environment,
  });
  await mkdir(config.dataDir);
  const database = openForServer(gateway.database);
  const blobs = createFileBlobStore(gateway.blobs);
  const backups = scheduleBackups({ config, database, blobs, log });
  cleanups.push(() => backups.close().then(database.stop));
  return backups;
}

/** The n-th night after the servers have started. */
const night = (number: number) => new Date(Date.now() + number * 24 * 60 * 60 * 1000);

/** Each backup is proved by a restore into a new cluster, so the tests share them. */
it("one server makes each backup, and a failure is reported until the next success", async () => {
  const { sql } = site;
  expect(await statusOf(one)).toEqual({ proven: null, failure: null });
  // This backup was due before the schedule was set up.
  expect(await one.run(night(-2))).toBe(true);
  expect(await one.archives()).toEqual([]);

  const first = night(1);
  expect((await Promise.all([one.run(first), two.run(first)])).sort()).toEqual([false, true]);
  expect([await one.run(first), await two.run(first)]).toEqual([true, true]);
  const { proven, failure } = await statusOf(two);
  expect({ proven, failure }).toEqual({
    proven: expect.objectContaining({ files: 5, rows: expect.any(Number) }),
    failure: null,
  });
  expect(await readdir(join(folder, "archives"))).toEqual([proven?.archive]);

  const archives = join(folder, "archives");
  await rename(archives, join(folder, "away"));
  await writeFile(archives, "in the way");
  expect(await one.run(night(2))).toBe(true);
  expect(await statusOf(two)).toEqual({
    proven,
    failure: { at: expect.any(String), message: expect.stringContaining("EEXIST") },
  });

  await rm(archives);
  await rename(join(folder, "away"), archives);
  await sql`delete from public.workspace_tasks
    where id in (select id from public.workspace_tasks limit 10)`;
  const dying = one.run(night(3));
  await vi.waitFor(async () => {
    const locks =
      await sql`select from pg_locks where locktype = 'advisory' and objid = ${keyOf("backup")}`;
    expect(locks).toHaveLength(1);
  });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'foyer session'`;
  expect(await dying).toBe(false);
  expect((await statusOf(two)).failure).not.toBeNull();
  await vi.waitFor(async () => expect(await two.run(night(3))).toBe(true), 120_000);
  const problem = "public.workspace_tasks has 10 rows instead of 20 at the last proven backup.";
  expect(await statusOf(one)).toMatchObject({
    proven: { problems: [problem], complete: proven?.archive },
    failure: null,
  });
  expect(await readdir(join(folder, "two"))).toEqual([]);
});

/** Name given to the last archive without problems. */
const OLD = "foyer-2020-02-10T03-00-00Z.tar";

describe("a damaged site", () => {
  const lines: string[] = [];
  let server: ScheduledBackups;
  let complete: string;
  beforeAll(async () => {
    server = await openServer("warned", {}, { ...silentLog, warn: (line) => lines.push(line) });
    complete = (await statusOf(server)).proven?.complete ?? "";
  });
  const notices = async () => {
    const rows = await site.sql<{ error: string }[]>`
      select details ->> 'error' as error from private.notices where details ? 'archive' order by created_at`;
    return rows.map(({ error }) => error);
  };

  it("a damaged site is archived, and its problems are reported instead of a success", async () => {
    expect(complete).toMatch(/^foyer-.*\.tar$/);
    await damageFiles(site);
    await site.sql`insert into public.workspace_files (user_id, name, storage_object_path, size, created_at)
      select user_id, 'lost.pdf', user_id || '/root/lost', 5000, '2026-05-03 14:02:11' from public.workspace_users`;
    expect(await server.run(night(5))).toBe(true);
    const { proven, failure } = await statusOf(two);
    expect(failure).toBeNull();
    expect(proven?.complete).toBe(complete);
    expect(proven?.archive).not.toBe(complete);
    const problems = [
      expect.stringMatching(
        /^1 stored file has other bytes than when it was stored: a workspace file of 3,000 bytes from \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
      ),
      "1 stored file has no bytes: profile-pictures/me.png.",
      "1 entry of the drive has no stored file: a workspace file of 5,000 bytes from 2026-05-03 14:02 UTC.",
    ];
    expect(proven?.problems).toEqual(problems);
    expect(JSON.stringify(proven)).not.toMatch(/a\.bin|lost\.pdf/);
    const shown = await (await ask("status", "owner@example.test")).json();
    expect(shown.proven.problems).toEqual(problems);
    // The machine's operator may see file names.
    expect(lines.join("\n")).toContain("other bytes than when it was stored: a.bin.");
    expect(lines.join("\n")).toContain("lost.pdf");
    expect(await notices()).toEqual([
      expect.stringContaining("10 rows instead of 20"),
      expect.stringContaining(`The newest archive without problems is ${complete}.`),
    ]);
  });

  it("a damaged site is reported once while its problems stay, and its last intact archive is kept", async () => {
    const folderOf = join(folder, "archives");
    await rename(join(folderOf, complete), join(folderOf, OLD));
    await site.sql`update gateway.backups set proven = proven || ${site.sql.json({ complete: OLD })}`;
    // A newer archive of the same day, which would normally replace it.
    await writeFile(join(folderOf, "foyer-2020-02-10T04-00-00Z.tar"), "newer");
    await server.run(night(6));
    expect((await statusOf(server)).proven).toMatchObject({ complete: OLD });
    expect(await readdir(folderOf)).toContain(OLD);
    expect(await notices()).toHaveLength(2);
  });
});

it("the list of backups shows the archives that the schedule made", async () => {
  expect(await (await ask("archives", "owner@example.test")).json()).toEqual(
    JSON.parse(JSON.stringify(await two.archives())),
  );
});

it("an archive of a repaired site, encrypted on request, replaces the old archives, but no other files", async () => {
  await site.sql`delete from public.workspace_files where name in ('lost.pdf', 'a.bin')`;
  await site.sql`delete from storage.objects where name = 'me.png'`;
  const archives = join(folder, "archives");
  await writeFile(join(archives, "notes.txt"), "mine");
  for (let day = 11; day < 29; day++) {
    await writeFile(join(archives, `foyer-2020-02-${day}T03-00-00Z.tar`), "old");
  }
  const server = await openServer("secret", { FOYER_BACKUP_PASSPHRASE: "open sesame" });
  expect(await server.run(night(7))).toBe(true);
  const { proven, failure } = await statusOf(server);
  expect(failure).toBeNull();
  expect(proven).toMatchObject({ problems: [], complete: proven?.archive });
  expect(proven?.archive).toMatch(/^foyer-.+Z\.tar\.age$/);
  const bytes = await readFile(join(archives, proven?.archive ?? ""), "latin1");
  expect(bytes).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
  const left = (await readdir(archives)).filter((name) => name.startsWith("foyer-2020")).sort();
  expect(left).toContain("foyer-2020-02-28T03-00-00Z.tar");
  expect(left).not.toContain(OLD);
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
  // A download first requires the owner's password.
  const { ok, status } = await ask(path, "owner@example.test", method);
  expect(method === "POST" ? status === 400 : ok).toBe(true);
});

async function statusOf(server: ScheduledBackups) {
  const status = await server.status();
  if (!status) throw new Error("There is no schedule.");
  return status;
}

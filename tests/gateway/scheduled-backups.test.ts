import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ScheduledBackups, scheduleBackups } from "../../server/backups/scheduled-backups.ts";
import { parseConfig } from "../../server/config.ts";
import { silentLog } from "../../server/log/log.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { fillSite, readSite, sampleSite } from "../support/archive-sites.ts";
import { createMemorySite, restore } from "../support/archives.ts";
import { signIn, startTestGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
let backups: ScheduledBackups;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-backups-"));
  gateway = await startTestGateway({
    gateway: { backups: { status: () => backups.status(), archives: () => backups.archives() } },
  });
  const { database, blobs } = gateway;
  await fillSite({ ...database, blobs: createFileBlobStore(blobs) }, sampleSite);
  const config = parseConfig({
    FOYER_DATA_DIR: join(folder, "data"),
    FOYER_BACKUP: "daily@03:00",
    FOYER_BACKUP_TO: join(folder, "archives"),
  });
  await mkdir(config.dataDir);
  backups = scheduleBackups({
    config,
    database,
    blobs: createFileBlobStore(blobs),
    log: silentLog,
  });
});
afterAll(async () => {
  await backups.close();
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

it("a backup is proven by a restore, and a failure stays until the next success", async () => {
  expect(await backups.status()).toEqual({ proven: null, failure: null });
  await backups.run();
  const first = await backups.status();
  expect(first).toMatchObject({ proven: { files: 3, rows: expect.any(Number) }, failure: null });
  expect(await readdir(join(folder, "archives"))).toEqual([first.proven?.archive]);

  const { sql } = gateway.database;
  const [object] = await sql<{ id: string }[]>`
    update storage.objects set metadata = metadata || '{"size": 999}' where name = 'me.png' returning id`;
  await backups.run();
  expect(await backups.status()).toEqual({
    proven: first.proven,
    failure: {
      at: expect.any(String),
      message: expect.stringContaining(`files/${object?.id} differs from its row`),
    },
  });

  await sql`update storage.objects set metadata = metadata || '{"size": 7}' where name = 'me.png'`;
  await backups.run();
  expect(await backups.status()).toMatchObject({ failure: null });
  expect(await readdir(join(folder, "data"))).toEqual(["backups.json"]);
});

it("old archives are deleted, and other files stay", async () => {
  const archives = join(folder, "archives");
  await writeFile(join(archives, "notes.txt"), "mine");
  for (let day = 10; day < 29; day++) {
    await writeFile(join(archives, `foyer-2020-02-${day}T03-00-00Z.tar`), "old");
  }
  await backups.run();
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
  ["POST", "downloads"],
  ["DELETE", "downloads"],
])("only the owner has access to %s %s", async (method, path) => {
  expect((await ask(path, undefined, method)).status).toBe(403);
  expect((await ask(path, "workspace@example.test", method)).status).toBe(403);
  expect((await ask(path, "owner@example.test", method)).ok).toBe(true);
});

it("the owner downloads an archive once per ticket", async () => {
  const { ticket } = await (await ask("downloads", "owner@example.test", "POST")).json();
  const url = `${gateway.url}/backup/v1/archive?ticket=`;
  const download = await fetch(url + ticket);
  expect(download.headers.get("content-disposition")).toMatch(
    /^attachment; filename="foyer-[\d-]+\.tar"$/,
  );
  const copy = await createMemorySite();
  try {
    await restore(Buffer.from(await download.arrayBuffer()), copy);
    const from = { ...gateway.database, blobs: createFileBlobStore(gateway.blobs) };
    expect(await readSite(copy)).toEqual(await readSite(from));
  } finally {
    await copy.drop();
  }
  expect((await fetch(url + ticket)).status).toBe(403);
  expect((await fetch(`${url}x`)).status).toBe(403);
  const { archives, download: running } = await (
    await ask("archives", "owner@example.test")
  ).json();
  expect(running).toBeNull();
  expect(archives).toEqual(JSON.parse(JSON.stringify(await backups.archives())));
});

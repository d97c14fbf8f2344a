import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAJOR_VERSION } from "../../server/database/binaries.ts";
import { connect } from "../../server/database/connect.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { identifyDatabase } from "../../server/storage/sweep.ts";
import { withDatabase } from "../support/frozen-sites/thaw.ts";
import { readSite } from "../support/sites/archive-sites.ts";
import { runBuiltServer } from "../support/sites/built-server.ts";
import { clientFor } from "../support/sites/gateway.ts";
import { readHost } from "../support/sites/host-rows.ts";
import { createOlderSite, type OlderSite, runUpgrade } from "../support/sites/older-site.ts";
import { readDatabaseUrl } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { cleanups, start } = openSites();

const ACCOUNT = { email: "workspace@example.test", password: "correct horse battery" };

let site: OlderSite;
beforeAll(async () => {
  site = await createOlderSite();
});
afterAll(() => site?.remove());

/** Every file with its size and time. */
function filesOf(dataDir: string): string {
  return execFileSync("find", [dataDir, "-type", "f", "-printf", "%P %s %T@\n"], {
    encoding: "utf8",
  })
    .split("\n")
    .sort()
    .join("\n");
}

/** In the soak, an upgrade is canceled, killed and repeated, and fetches the binaries itself. */
test("a database of an earlier PostgreSQL is left as it is by a start, and upgraded on request", async () => {
  const { dataDir, content, host, binaries } = site;
  const before = filesOf(dataDir);
  const refused = runBuiltServer({ dataDir });
  expect(await refused.exit).toBe(1);
  // A build may come first.
  expect(refused.output().trim().split("\n").at(-1)).toBe(
    `The database in ${dataDir}/postgres was created by PostgreSQL 16, and this version of Foyer runs PostgreSQL 17. Nothing was changed. Upgrade it with: npm run upgrade`,
  );
  expect(filesOf(dataDir)).toBe(before);

  const { code, printed } = await runUpgrade(dataDir, ["--binaries", binaries]).ended;
  expect(printed).toMatch(/Copied \d+ rows\./);
  expect(printed).toContain("Not copied, because Foyer did not create them: public.own_table.");
  expect(printed).toContain(`The old database is in ${dataDir}/postgres-16-old.`);
  expect(code).toBe(0);
  expect((await readdir(dataDir)).filter((name) => !/\.log/.test(name)).sort()).toEqual([
    "blobs",
    "cluster.json",
    "postgres-16-old",
    "postgres-17",
    "secrets.json",
  ]);

  // Read before a server starts, because it would change some of these rows at once.
  expect(await withDatabase(dataDir, readHost)).toEqual(host);
  expect(Object.keys(host).filter((name) => host[name]?.length === 0)).toEqual([]);

  const server = await start({ dataDir });
  expect(server.output()).not.toMatch(/Creating|Applied|Loaded/);
  const sql = connect(await readDatabaseUrl(dataDir), { max: 2 });
  cleanups.push(() => sql.end());
  const blobs = createFileBlobStore(join(dataDir, "blobs"));
  expect(await readSite({ sql, url: "", blobs })).toEqual(content);
  expect(await blobs.claim(await identifyDatabase(sql))).toBe(true);

  const client = clientFor(server.origin, (await server.secrets()).publishableKey);
  expect((await client.auth.signInWithPassword(ACCOUNT)).error).toBeNull();
  const { data: files } = await client
    .from("workspace_files")
    .select("storage_object_path")
    .eq("name", "a.bin");
  const path = String(files?.[0]?.storage_object_path);
  const { data: bytes } = await client.storage.from("workspace-files").download(path);
  expect(bytes && (await buffer(bytes.stream()))).toEqual(Buffer.alloc(3000, 7));

  const running = await runUpgrade(dataDir).ended;
  expect(running).toEqual({ code: 1, printed: expect.stringContaining("already running") });
});

test("a database of an earlier Foyer gets data checksums on request, and its users stay signed in", async () => {
  const older = await createOlderSite(MAJOR_VERSION);
  cleanups.push(older.remove);
  const { dataDir } = older;
  let { content } = older;
  let session = { refresh_token: "" };
  const checksums = async () => {
    const server = await start({ dataDir });
    const sql = connect(await readDatabaseUrl(dataDir), { max: 2 });
    const site = { sql, url: "", blobs: createFileBlobStore(join(dataDir, "blobs")) };
    expect(await readSite(site)).toEqual(content);
    const { auth } = clientFor(server.origin, (await server.secrets()).publishableKey);
    const { data } = session.refresh_token
      ? await auth.refreshSession(session)
      : await auth.signInWithPassword(ACCOUNT);
    expect(data.user?.email).toBe(ACCOUNT.email);
    session = data.session ?? session;
    content = await readSite(site);
    const [row] = await sql`show data_checksums`;
    await sql.end();
    await server.stop();
    return row?.data_checksums;
  };
  expect(await checksums()).toBe("off");
  const { code, printed } = await runUpgrade(dataDir).ended;
  expect(printed).toContain("Switching on data checksums");
  expect(printed).toContain(`The old database is in ${dataDir}/postgres-${MAJOR_VERSION}-old.`);
  expect(code).toBe(0);
  expect(await checksums()).toBe("on");
  expect((await runUpgrade(dataDir).ended).printed).toContain("there is nothing to upgrade");
});

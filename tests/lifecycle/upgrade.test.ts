import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Binaries } from "../../server/database/binaries.ts";
import { startCluster } from "../../server/database/cluster.ts";
import { connect } from "../../server/database/connect.ts";
import { migrate, readMigrations } from "../../server/database/migrate.ts";
import { migrationsFolder, prepareDataDir } from "../../server/database/open.ts";
import { recordRights } from "../../server/database/rights.ts";
import { ensureSystemSchema } from "../../server/database/system-schema.ts";
import { silentLog } from "../../server/log/log.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { identifyDatabase } from "../../server/storage/sweep.ts";
import { fetchBinaries } from "../../server/upgrade/old-binaries.ts";
import { fillSite, readSite, sampleSite } from "../support/archive-sites.ts";
import { runBuiltServer, temporaryDataDir } from "../support/built-server.ts";
import { clientFor } from "../support/gateway.ts";
import { readDatabaseUrl } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { cleanups, start } = openSites();
const root = resolve(import.meta.dirname, "../..");

/** The PostgreSQL before the embedded one, from the npm registry; without it, these tests fail. */
const OLD = "16";
let binaries: Binaries;
/** A stopped site with content on that PostgreSQL; each test has its own copy. */
let template: string;
/** What it contains. */
let content: Record<string, unknown[]>;

beforeAll(async () => {
  const folder = await temporaryDataDir();
  binaries = await fetchBinaries({ version: OLD, folder });
  template = await prepareDataDir(await temporaryDataDir());
  content = await createSite(template);
});
afterAll(async () => {
  await rm(dirname(dirname(dirname(dirname(binaries.postgres)))), { recursive: true, force: true });
  await rm(template, { recursive: true, force: true });
});

async function createSite(dataDir: string) {
  const { postgresPassword: password } = await loadSecrets(dataDir);
  const other = { binaries, majorVersion: OLD };
  const settings = { fsync: "off" };
  const cluster = await startCluster({ dataDir, password, log: silentLog, other, settings });
  const sql = connect(cluster.url);
  try {
    await ensureSystemSchema(sql);
    await migrate(sql, await readMigrations(migrationsFolder));
    await recordRights(sql, { changed: true });
    const site = { sql, url: cluster.url, blobs: createFileBlobStore(join(dataDir, "blobs")) };
    await fillSite(site, sampleSite);
    await sql`insert into private.drive_limits (quota) values (123456789)`;
    await sql`create table public.own_table (id int)`;
    await site.blobs.claim(await identifyDatabase(sql));
    return await readSite(site);
  } finally {
    await sql.end();
    await cluster.stop();
    const configuration = join(dataDir, "postgres", "postgresql.auto.conf");
    await appendFile(configuration, "fsync = off\n");
  }
}

async function copyOfSite(): Promise<string> {
  const dataDir = await temporaryDataDir();
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  execFileSync("cp", ["-a", `${template}/.`, dataDir]);
  return dataDir;
}

/** Runs `npm run upgrade` without npm; with `direct`, in the process that is returned. */
function upgrade(dataDir: string, args: string[] = [], { direct = false } = {}) {
  const script = direct ? ["dist/server/upgrade.js"] : ["scripts/start.mjs", "upgrade"];
  const child = spawn(
    process.execPath,
    [join(root, script[0] ?? ""), ...script.slice(1), ...args],
    {
      env: { ...process.env, FOYER_DATA_DIR: dataDir, INIT_CWD: tmpdir() },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let printed = "";
  const lines: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      printed += text;
      for (const listener of lines) listener();
    });
  }
  return {
    process: child as ChildProcess,
    ended: once(child, "close").then(([code]) => ({ code, printed })),
    /** Resolves when the text has been printed. */
    prints: (text: string) =>
      new Promise<void>((found) => {
        lines.push(() => printed.includes(text) && found());
      }),
  };
}

/** Every file with its size and time. */
function filesOf(dataDir: string): string {
  return execFileSync("find", [dataDir, "-type", "f", "-printf", "%P %s %T@\n"], {
    encoding: "utf8",
  })
    .split("\n")
    .sort()
    .join("\n");
}

/** The postmasters of any cluster in this folder. */
async function postmastersIn(dataDir: string): Promise<string[]> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")),
  );
  return commands.filter((command) => command.includes(`-D\0${dataDir}/`));
}

test("a database of an earlier PostgreSQL is left as it is by a start, and upgraded on request", async () => {
  const dataDir = await copyOfSite();
  const before = filesOf(dataDir);
  const refused = runBuiltServer({ dataDir });
  expect(await refused.exit).toBe(1);
  // A build may come first.
  expect(refused.output().trim().split("\n").at(-1)).toBe(
    `The database in ${dataDir}/postgres was created by PostgreSQL 16, and this version of Foyer runs PostgreSQL 17. Nothing was changed. Upgrade it with: npm run upgrade`,
  );
  expect(filesOf(dataDir)).toBe(before);

  const { code, printed } = await upgrade(dataDir).ended;
  expect(printed).toMatch(/Fetching PostgreSQL 16 [\s\S]*Upgraded: \d+ rows in/);
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

  const server = await start({ dataDir });
  expect(server.output()).not.toMatch(/Creating|Applied|Loaded/);
  const sql = connect(await readDatabaseUrl(dataDir), { max: 2 });
  cleanups.push(() => sql.end());
  const blobs = createFileBlobStore(join(dataDir, "blobs"));
  expect(await readSite({ sql, url: "", blobs })).toEqual(content);
  expect(await sql`select quota from private.drive_limits`).toEqual([{ quota: 123456789 }]);
  expect(await blobs.claim(await identifyDatabase(sql))).toBe(true);

  const client = clientFor(server.origin, (await server.secrets()).publishableKey);
  const email = "workspace@example.test";
  const signedIn = await client.auth.signInWithPassword({
    email,
    password: "correct horse battery",
  });
  expect(signedIn.error).toBeNull();
  const { data: files } = await client
    .from("workspace_files")
    .select("storage_object_path")
    .eq("name", "a.bin");
  const path = String(files?.[0]?.storage_object_path);
  const { data: bytes } = await client.storage.from("workspace-files").download(path);
  expect(bytes && (await buffer(bytes.stream()))).toEqual(Buffer.alloc(3000, 7));

  const running = await upgrade(dataDir).ended;
  expect(running).toEqual({ code: 1, printed: expect.stringContaining("already running") });
});

test("an upgrade that is canceled or killed leaves the old database, and can be repeated", async () => {
  const dataDir = await copyOfSite();
  const own = ["--binaries", dirname(binaries.postgres)];
  const names = async () => (await readdir(dataDir)).filter((name) => !/\.log/.test(name)).sort();
  const before = await names();

  const canceled = upgrade(dataDir, own);
  await canceled.prints("Creating the new database");
  canceled.process.kill("SIGINT");
  expect(await canceled.ended).toEqual({
    code: 130,
    printed: expect.stringContaining("Canceled; nothing was changed."),
  });
  expect(await names()).toEqual(before);
  expect(await postmastersIn(dataDir)).toEqual([]);

  const killed = upgrade(dataDir, own, { direct: true });
  await killed.prints("Copying the rows");
  killed.process.kill("SIGKILL");
  await killed.ended;
  expect(await names()).toEqual(expect.arrayContaining(["postgres", "postgres-17", "upgrade"]));
  const refused = runBuiltServer({ dataDir });
  expect(await refused.exit).toBe(1);
  expect(refused.output()).toContain("Upgrade it with: npm run upgrade");

  const repeated = await upgrade(dataDir, own).ended;
  expect(repeated).toEqual({ code: 0, printed: expect.stringMatching(/Upgraded: \d+ rows/) });
  const after = await names();
  expect(after).toEqual([
    "blobs",
    "cluster.json",
    "postgres-16-old",
    "postgres-17",
    "secrets.json",
  ]);
  expect(await postmastersIn(dataDir)).toEqual([]);

  // As left by a kill right after the switch.
  await rename(join(dataDir, "postgres-16-old"), join(dataDir, "postgres"));
  await mkdir(join(dataDir, "upgrade"));
  const plan = { from: "postgres", to: "postgres-17", kept: "postgres-16-old", identity: "none" };
  await writeFile(join(dataDir, "upgrade", "plan.json"), JSON.stringify(plan));
  const completed = await upgrade(dataDir, own).ended;
  expect(completed).toEqual({
    code: 0,
    printed: expect.stringMatching(/^Completing an interrupt/),
  });
  expect(await names()).toEqual(after);
  const nothing = await upgrade(dataDir).ended;
  expect(nothing).toEqual({ code: 0, printed: expect.stringContaining("nothing to upgrade") });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { type BuiltServer, runBuiltServer } from "../support/sites/built-server.ts";
import { databaseProcesses, postMessage, processesWith, readDatabaseUrl } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { freshDataDir, start, usedDataDir } = openSites();

test("a first run after one killed midway shows the sample portfolio and how to create the owner, stops completely and restarts with its data", async () => {
  const dataDir = await freshDataDir();
  const cut = runBuiltServer({ dataDir });
  while (!cut.output().includes("Creating the database")) await once(cut.process.stdout, "data");
  cut.process.kill("SIGKILL");
  await cut.exit;
  const first = await start({ dataDir });
  expect(first.output()).toMatch(/Creating the database/);
  expect(first.output()).toMatch(/Loaded the sample content/);
  await expect.poll(first.output).toMatch(/There is no owner yet\. Create one with: npm run owner/);
  const health = await fetch(`${first.origin}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  const page = await fetch(first.origin);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('id="foyer-config"');
  await postMessage(first, "kept over a restart");
  await first.stop();
  expect(first.process.exitCode).toBe(0);
  expect(await databaseProcesses(dataDir)).toEqual([]);

  const second = await start({ dataDir });
  expect(second.output()).not.toMatch(/Creating|Loaded|Applied/);
  expect(await subjects(second)).toEqual(["kept over a restart"]);
});

test("the background processes of the embedded database wake at most every ten seconds", async () => {
  const { dataDir } = await start({ dataDir: await usedDataDir() });
  const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
  const settings = await sql`select setting::int, unit from pg_settings
    where name in ('bgwriter_delay', 'wal_writer_delay')`;
  await sql.end();
  expect(settings).toEqual(Array(2).fill({ setting: 10_000, unit: "ms" }));
});

test("a server told to stop answers the request in progress and does not wait for an upload that never ends", async () => {
  const server = await start({ dataDir: await usedDataDir() });
  const { publishableKey, secretKey } = await server.secrets();
  const upload = startEndlessUpload(server.origin, secretKey);
  const stored = () => readdir(join(server.dataDir, "blobs"), { recursive: true });
  await expect.poll(async () => (await stored()).filter(isBlob).length).toBe(1);
  const body = JSON.stringify({ name: "n", email: "n@example.com", subject: "s", message: "m" });
  const url = `${server.origin}/rest/v1/messages`;
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  // The first request loads code, and takes longer than a stopping server waits on a busy machine.
  expect((await fetch(url, { method: "POST", headers, body })).status).toBe(201);
  const running = request(url, {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  });
  const answered = once(running, "response");
  // A second connection gets a response in between, so the server has read the first half before
  // the signal.
  running.write(body.slice(0, 10));
  await fetch(`${server.origin}/healthz`);
  server.process.kill("SIGTERM");
  running.end(body.slice(10));
  const [response] = await answered;
  expect(response.statusCode).toBe(201);
  response.resume();
  await expect.poll(() => server.process.exitCode).toBe(0);
  upload.destroy();
  expect((await stored()).filter(isBlob)).toEqual([]);
  expect(await databaseProcesses(server.dataDir)).toEqual([]);
});

/** Sends a quarter of the announced bytes. */
function startEndlessUpload(origin: string, secretKey: string) {
  const upload = request(`${origin}/storage/v1/object/profile-pictures/endless.png`, {
    method: "POST",
    headers: { apikey: secretKey, "content-type": "image/png", "content-length": 2_000_000 },
  });
  upload.on("error", () => {});
  upload.write(Buffer.alloc(500_000));
  return upload;
}

const isBlob = (path: string) => /[0-9a-f-]{36}$/.test(path);

test.each<[NodeJS.Signals, string]>([
  ["SIGKILL", "is killed"],
  ["SIGABRT", "runs out of memory"],
])("no database outlives a server that ends by %s, as one that %s", async (signal) => {
  const killed = await start({ dataDir: await usedDataDir() });
  expect(await databaseProcesses(killed.dataDir)).toHaveLength(1);
  killed.process.kill(signal);
  await once(killed.process, "exit");
  await expect.poll(() => databaseProcesses(killed.dataDir)).toEqual([]);
});

test("a start ends a database whose server and watchdog were killed, and loses no acknowledged write", async () => {
  const dataDir = await usedDataDir();
  const killed = await start({ dataDir });
  await postMessage(killed, "acknowledged");
  const [postmaster] = await databaseProcesses(dataDir);
  const watchdogs = await processesWith(`kill -INT "$0"\0${postmaster}\0`);
  expect(watchdogs).toHaveLength(1);
  for (const pid of [...watchdogs, killed.process.pid as number]) process.kill(pid, "SIGKILL");
  await once(killed.process, "exit");

  const next = await start({ dataDir });
  expect(next.output()).toMatch(/Stopping the database process left by an earlier run/);
  expect(await subjects(next)).toEqual(["acknowledged"]);
});

test("the database is restarted when it is killed under a running server and a session outlives it", async () => {
  const server = await start({ dataDir: await usedDataDir() });
  const sql = connect(await readDatabaseUrl(server.dataDir), { max: 2 });
  const busy = sql`select count(*) from generate_series(1, 20000000) as n where n % 7 = 3`.catch(
    () => null,
  );
  try {
    const working = async () => {
      const rows = await sql`select from pg_stat_activity
        where state = 'active' and query like '%generate_series%' and pid <> pg_backend_pid()`;
      return rows.length;
    };
    await expect.poll(working).toBe(1);
    const [postmaster] = await databaseProcesses(server.dataDir);
    process.kill(postmaster as number, "SIGKILL");
    const health = () =>
      fetch(`${server.origin}/healthz`).then(({ status }) => status, server.output);
    await expect.poll(health).toBe(503);
    await expect.poll(health).toBe(200);
    expect(server.output()).toMatch(/PostgreSQL stopped unexpectedly/);
    await postMessage(server, "after the crash");
    expect(await subjects(server)).toEqual(["after the crash"]);
  } finally {
    await sql.end({ timeout: 1 });
    await busy;
  }
});

test("SIGTERM to npm ends the server and its database before npm exits", async () => {
  const dataDir = await usedDataDir();
  const npm = spawn("npm", ["start"], {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { ...process.env, PORT: "0", FOYER_DATA_DIR: dataDir, FOYER_SAMPLE_CONTENT: "off" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  npm.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  const exit = once(npm, "exit");
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/Foyer is open at/);
  npm.kill("SIGTERM");
  await exit;
  expect(await databaseProcesses(dataDir)).toEqual([]);
});

async function subjects(server: BuiltServer): Promise<string[]> {
  const sql = connect(await readDatabaseUrl(server.dataDir), { max: 1 });
  try {
    const rows = await sql<{ subject: string }[]>`
      select subject from public.messages order by created_at`;
    return rows.map((row) => row.subject);
  } finally {
    await sql.end();
  }
}

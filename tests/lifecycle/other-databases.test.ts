import { execFileSync } from "node:child_process";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import ws from "ws";
import { connect } from "../../server/database/connect.ts";
import { databaseUrl, startTestCluster } from "../support/databases/clusters.ts";
import { runBuiltServer, startBuiltServer } from "../support/sites/built-server.ts";
import { openSites } from "./sites.ts";

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster(15);
});
afterAll(() => cluster.stop());

const { freshDataDir, start } = openSites();

/** An empty database in the cluster. @returns its URL. */
async function createDatabase(name: string): Promise<string> {
  const admin = connect(cluster.url, { max: 1 });
  await admin`create database ${admin(name)}`.finally(() => admin.end());
  return databaseUrl(cluster.url, name);
}

test("DATABASE_URL runs the whole site on an external PostgreSQL 15", async () => {
  const server = await start({
    env: {
      DATABASE_URL: cluster.url,
      FOYER_OWNER_EMAIL: "owner@example.com",
      FOYER_OWNER_PASSWORD: "a long enough password",
    },
  });
  expect(server.output()).not.toMatch(/Creating the database|tradmin\/setup/);
  expect(server.output()).toMatch(/Created the owner owner@example\.com/);
  expect((await fetch(server.origin)).status).toBe(200);

  const { publishableKey } = await server.keys();
  const client = createClient(server.origin, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
  const { error } = await client.auth.signInWithPassword({
    email: "owner@example.com",
    password: "a long enough password",
  });
  expect(error).toBeNull();
  const { data } = await client.from("projects").select("id");
  expect(data?.length).toBeGreaterThanOrEqual(6);
});

test("servers started together on an empty DATABASE_URL both open, refuse one with other files, and refuse a copy without grants", async () => {
  const env = { DATABASE_URL: await createDatabase("shared") };
  const shared = await freshDataDir();
  const servers = await Promise.all([1, 2].map(() => startBuiltServer({ env, dataDir: shared })));
  const other = runBuiltServer({ env, dataDir: await freshDataDir() });
  expect(await other.exit).toBe(1);
  expect(other.output()).toMatch(
    /^Another server is using this database with other stored files\./,
  );
  const loaded = servers.filter((server) => server.output().includes("Loaded the sample content"));
  expect(loaded).toHaveLength(1);
  await Promise.all(servers.map((server) => server.stop()));

  const restored = await createDatabase("restored");
  const bin = "/usr/lib/postgresql/15/bin";
  const dump = execFileSync(`${bin}/pg_dump`, ["--no-acl", env.DATABASE_URL], {
    maxBuffer: 100_000_000,
  });
  execFileSync(`${bin}/psql`, ["-q", restored], {
    input: dump,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const dataDir = await freshDataDir();
  const run = runBuiltServer({ dataDir, env: { DATABASE_URL: restored } });
  expect(await run.exit).toBe(1);
  expect(run.output()).toMatch(
    /^The database lost rights it had, as after a restore without roles or privileges: .+ and \d+ more\. Restore it/,
  );
});

test("a data directory whose site uses DATABASE_URL does not start an empty site without it", async () => {
  const dataDir = await freshDataDir();
  const env = { DATABASE_URL: await createDatabase("external"), FOYER_SAMPLE_CONTENT: "off" };
  await (await startBuiltServer({ dataDir, env })).stop();
  const run = runBuiltServer({ dataDir });
  expect(await run.exit).toBe(1);
  expect(run.output()).toMatch(/whose database is behind DATABASE_URL, which is not set\./);
});

import { rm } from "node:fs/promises";
import { createClient } from "@supabase/supabase-js";
import { afterEach, expect, test } from "vitest";
import ws from "ws";
import { startBuiltServer } from "../support/built-server.ts";
import { startTestCluster } from "../support/clusters.ts";
import { preparedDataDir } from "../support/prepared-data-dir.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test("DATABASE_URL: the whole site on somebody's PostgreSQL 15", async () => {
  const cluster = await startTestCluster(15);
  cleanups.push(() => cluster.stop());
  const server = await startBuiltServer({
    env: {
      DATABASE_URL: cluster.url,
      FOYER_OWNER_EMAIL: "owner@example.com",
      FOYER_OWNER_PASSWORD: "a long enough password",
    },
  });
  cleanups.push(() => server.stop());
  expect(server.output()).not.toMatch(/Creating the database/);
  expect((await fetch(server.origin)).status).toBe(200);

  const { publishableKey } = await server.secrets();
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

test("FOYER_SAMPLE_CONTENT=off starts empty, and stays empty when it is left out later", async () => {
  const dataDir = await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" });
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const later = await startBuiltServer({ dataDir });
  cleanups.push(() => later.stop());
  const { publishableKey } = await later.secrets();
  const projects = await fetch(`${later.origin}/rest/v1/projects?select=id`, {
    headers: { apikey: publishableKey },
  });
  expect(await projects.json()).toEqual([]);
  expect((await fetch(later.origin)).status).toBe(200);
});

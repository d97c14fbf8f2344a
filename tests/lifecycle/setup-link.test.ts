import { rm } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { preparedDataDir } from "../support/prepared-data-dir.ts";

const owner = { email: "first@example.test", password: "correct horse battery" };

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(dataDir: string, env: Record<string, string> = {}): Promise<BuiltServer> {
  const server = await startBuiltServer({ dataDir, env });
  cleanups.push(() => server.stop());
  return server;
}

/** On a line of its own. */
const LINK = /^(http\S+)\/#\/tradmin\/setup\?token=([\w-]{43})\n/gm;

/** The links printed so far, once there is at least one. */
async function linksOf(server: BuiltServer): Promise<{ origin: string; token: string }[]> {
  const read = () =>
    [...server.output().matchAll(LINK)].map(([, origin = "", token = ""]) => ({ origin, token }));
  await expect.poll(() => read().length).toBeGreaterThan(0);
  return read();
}

async function createOwner(server: BuiltServer, token: string): Promise<number> {
  const { publishableKey } = await server.secrets();
  const response = await fetch(`${server.origin}/setup/v1/owner`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ token, ...owner }),
  });
  return response.status;
}

test("a server without an owner prints one setup link, a restart another; an owner ends that", async () => {
  const dataDir = await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" });
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const first = await start(dataDir);
  const [printed, ...others] = await linksOf(first);
  expect(others).toEqual([]);
  expect(printed?.origin).toBe(first.origin);
  // It is the last line printed, so that the person who started the server finds it.
  expect(first.output()).toMatch(new RegExp(`token=${printed?.token}\n$`));
  expect(first.output()).toMatch(/There is no owner yet\. Create one with: npm run owner/);
  await first.stop();

  const second = await start(dataDir);
  const [fresh] = await linksOf(second);
  expect(fresh?.token).not.toBe(printed?.token);
  expect(await createOwner(second, printed?.token ?? "")).toBe(403);
  expect(await createOwner(second, fresh?.token ?? "")).toBe(201);
  await second.stop();

  const third = await start(dataDir);
  expect(await createOwner(third, fresh?.token ?? "")).toBe(410);
  expect(third.output()).not.toMatch(/setup|no owner/);
});

test("a server with the owner in its environment prints no link; one with a public address prints that", async () => {
  const dataDir = await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" });
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const open = await start(dataDir, { FOYER_PUBLIC_URL: "https://portfolio.example" });
  const [link] = await linksOf(open);
  expect(link?.origin).toBe("https://portfolio.example");
  await open.stop();

  const owned = await start(dataDir, {
    FOYER_OWNER_EMAIL: owner.email,
    FOYER_OWNER_PASSWORD: owner.password,
  });
  expect((await fetch(`${owned.origin}/healthz`)).status).toBe(200);
  expect(owned.output()).toMatch(/Created the owner first@example\.test/);
  expect(owned.output()).not.toMatch(/tradmin\/setup/);
});

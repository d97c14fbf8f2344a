import { expect, test } from "vitest";
import type { BuiltServer } from "../support/sites/built-server.ts";
import { openSites } from "./sites.ts";

const owner = { email: "first@example.test", password: "correct horse battery" };

const { start, usedDataDir } = openSites();

/** The link is on a line of its own. */
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

// tests/gateway/setup.test.ts covers the effects and the expiry of links.
test("a server prints one setup link as its last line, and none once the owner exists", async () => {
  const dataDir = await usedDataDir();
  const first = await start({ dataDir });
  const [link, ...others] = await linksOf(first);
  expect(others).toEqual([]);
  expect(link?.origin).toBe(first.origin);
  expect(first.output()).toMatch(new RegExp(`token=${link?.token}\n$`));
  expect(first.output()).toMatch(/There is no owner yet\. Create one with: npm run owner/);
  expect(await createOwner(first, link?.token ?? "")).toBe(201);
  await first.stop();

  const second = await start({ dataDir });
  expect(await createOwner(second, link?.token ?? "")).toBe(410);
  expect(second.output()).not.toMatch(/setup|no owner/);
});

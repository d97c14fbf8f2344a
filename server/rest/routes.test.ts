import { expect, it } from "vitest";
import { parseConfig } from "../config.ts";
import type { ServerDeps } from "../deps.ts";
import { generateSecrets } from "../secrets.ts";
import type { ReadBudget } from "./read-budget.ts";
import { createRestRoutes } from "./routes.ts";

it("the Data API counts the reads of visitors, but not those of the server itself", async () => {
  const spent: string[] = [];
  const reads: ReadBudget = {
    wait: () => 10,
    spend: (address) => void spent.push(address),
    takeUnshared: () => new Map(),
    adopt: () => {},
  };
  const secrets = generateSecrets();
  const deps = {
    config: parseConfig({}),
    origin: "http://site.test",
    secrets,
    database: {} as ServerDeps["database"],
  };
  const engine = { fetch: async () => Response.json([]), close: async () => {} };
  const routes = createRestRoutes({ deps, engine, reads });
  const statusFor = async (connection: object) => {
    const headers = { apikey: secrets.publishableKey };
    const request = new Request("http://site.test/personal_info", { headers });
    return (await routes.fetch(request, connection)).status;
  };
  expect(await statusFor({ address: "192.0.2.1" })).toBe(429);
  expect(await statusFor({ address: "the server itself", isOwn: true })).toBe(200);
  expect(spent).toEqual([]);
});

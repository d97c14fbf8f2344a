import { afterAll, beforeAll, expect, it } from "vitest";
import { createRateLimits, type RateLimits } from "../../server/limits/rate-limits.ts";
import { startTestGateway, type TestGateway } from "../support/sites/gateway.ts";

let gateway: TestGateway;
let limits: RateLimits;

beforeAll(async () => {
  gateway = await startTestGateway();
  limits = await createRateLimits(gateway.database.sql, "a key");
});
afterAll(async () => {
  limits?.close();
  await gateway?.stop();
});

it("a rate limit counts parallel hits up to the limit and no further", async () => {
  for (let round = 0; round < 20; round++) {
    const limit = { name: "parallel", limit: 30, seconds: 60 };
    const hits = await Promise.all(
      Array.from({ length: 40 }, () => limits.hit(limit, `round ${round}`)),
    );
    expect(hits.filter(({ allowed }) => allowed)).toHaveLength(30);
  }
});

it("a rate limit allows one of several parallel hits during a pause", async () => {
  const pause = { after: 1, doublesEvery: 1, mostSeconds: 600 };
  const limit = { name: "pausing", limit: 30, seconds: 600, pause };
  const hits = await Promise.all(Array.from({ length: 10 }, () => limits.hit(limit, "one")));
  expect(hits.filter(({ allowed }) => allowed)).toHaveLength(1);
});

import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { fillPortfolio, isAnswered, send } from "../support/bench/query-bench.ts";
import { query } from "../support/databases/query-grammar.ts";
import {
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let tokens: Parameters<typeof send>[0]["tokens"];

beforeAll(async () => {
  gateway = await startTestGateway({ environment: { FOYER_TRUST_PROXY: "on" } });
  const owner = await signInOwner(gateway);
  const workspace = await signInWorkspaceUser(gateway);
  await fillPortfolio(gateway.database.sql, workspace.id);
  tokens = {
    visitor: null,
    owner: await tokenOf(owner.client),
    "workspace user": await tokenOf(workspace.client),
  };
});
afterAll(() => gateway.stop());

// tests/soak/query-fuzz.test.ts runs 20,000 of them.
it("no query over the whole grammar crashes the server or returns an oversized response", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const target = { url: gateway.url, publishableKey: gateway.secrets.publishableKey, tokens };
  const statuses = new Set<number>();
  try {
    await fc.assert(
      fc.asyncProperty(query, async (generated) => {
        const outcome = await send(target, generated);
        statuses.add(outcome.status);
        expect(outcome).toSatisfy(isAnswered);
      }),
      { numRuns: 400, seed: 20261122 },
    );
  } finally {
    printed.mockRestore();
  }
  // The queries include valid and invalid, allowed and forbidden, small and too large ones.
  for (const status of [200, 400, 401, 404, 413]) expect(statuses).toContain(status);
});

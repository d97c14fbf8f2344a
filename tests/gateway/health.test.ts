import { afterAll, beforeAll, expect, it } from "vitest";
import { FOYER_VERSION } from "../../server/version.ts";
import {
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

it("the health check answers the owner with the version, and everyone else without it", async () => {
  const owner = await signInOwner(gateway);
  const workspace = await signInWorkspaceUser(gateway);
  const apikey = gateway.secrets.publishableKey;
  const ask = async (token?: string) => {
    const headers = { apikey, ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${gateway.url}/healthz`, { headers });
    return [response.status, await response.json()];
  };
  const token = await tokenOf(owner.client);
  expect(FOYER_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  expect(await ask(token)).toEqual([200, { status: "ok", version: FOYER_VERSION }]);
  for (const other of [undefined, await tokenOf(workspace.client), "no.token.at-all"]) {
    expect(await ask(other)).toEqual([200, { status: "ok" }]);
  }
  await owner.client.auth.signOut({ scope: "local" });
  expect(await ask(token)).toEqual([200, { status: "ok" }]);
});

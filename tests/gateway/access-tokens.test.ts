import { decode, sign } from "hono/jwt";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  signInOwner,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let claims: Record<string, unknown>;

beforeAll(async () => {
  gateway = await startTestGateway();
  const { client } = await signInOwner(gateway);
  claims = decode(await tokenOf(client)).payload;
});
afterAll(() => gateway.stop());

/**
 * For each service, a read that requires the owner's token, and the response to a refused token.
 */
const services = [
  ["rest", "GET", "/rest/v1/rpc/own_role", 401],
  ["storage", "POST", "/storage/v1/object/list/profile-pictures", 401],
  ["functions", "POST", "/functions/v1/workspace-user", 401],
  ["auth", "GET", "/auth/v1/user", 403],
] as const;

async function ask(method: string, path: string, changes: object): Promise<number> {
  const token = await sign({ ...claims, ...changes }, gateway.secrets.jwtSecret, "HS256");
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      apikey: gateway.secrets.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    ...(method === "POST" ? { body: JSON.stringify({ prefix: "", action: "nothing" }) } : {}),
  });
  return response.status;
}

it.each(services)(
  "%s accepts a live session's token only with this site's issuer and audience",
  async (_service, method, path, refused) => {
    // Re-signed with unchanged claims, the token is accepted; the function then answers that the
    // action does not exist.
    expect([200, 400]).toContain(await ask(method, path, {}));
    for (const changes of [
      { iss: "https://copy.example/auth/v1" },
      { iss: `${gateway.url}/auth/v1/` },
      { iss: undefined },
      { aud: "anon" },
      { aud: "" },
      { aud: undefined },
    ]) {
      expect([changes, await ask(method, path, changes)]).toEqual([changes, refused]);
    }
  },
);

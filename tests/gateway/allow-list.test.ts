import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInOwner, startTestGateway, type TestGateway } from "../support/sites/gateway.ts";

let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  const owner = await signInOwner(gateway);
  token = (await owner.client.auth.getSession()).data.session?.access_token ?? "";
});
afterAll(() => gateway.stop());

/**
 * Uses the secret key, which has all rights: a route that it cannot reach is closed to everyone.
 */
async function ask(method: string, path: string, body?: unknown) {
  return fetch(`${gateway.url}${path}`, {
    method,
    redirect: "manual",
    headers: { apikey: gateway.secrets.secretKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function countUsers(): Promise<number> {
  const [row] = await gateway.database.sql<{ n: number }[]>`select count(*) as n from auth.users`;
  return row?.n ?? -1;
}

it("no request is proxied back to its sender", async () => {
  for (const path of ["/", "/healthz", "/rest/v1/messages", "/auth/v1/user"]) {
    const headers = { apikey: gateway.secrets.secretKey, authorization: `Bearer ${token}` };
    const asked = request(`${gateway.url}${path}`, { method: "TRACE", headers }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    expect([path, answer.statusCode]).toEqual([path, 404]);
    expect(await text(answer)).not.toContain(token);
  }
});

describe("routes outside the list", () => {
  it.each([
    ["GET", "/studio.html"],
    ["GET", "/_system/ping"],
    ["GET", "/_system/config"],
    ["GET", "/_system/introspect"],
    ["GET", "/rest/v1/"],
    ["GET", "/rest/v1"],
    ["GET", "/rest/v2/messages"],
    ["GET", "/rest/v1/auth.users"],
    ["GET", "/rest/v1/private.members"],
    ["GET", "/rest/v1/a/b"],
    ["GET", "/rest/v1/rpc"],
    ["DELETE", "/rest/v1/rpc/list_members"],
    ["PROPFIND", "/rest/v1/messages"],
    ["GET", "/auth/v1"],
    ["GET", "/auth/v1/health"],
    ["GET", "/auth/v1/.well-known/jwks.json"],
    ["GET", "/auth/v1/token"],
    ["PUT", "/auth/v1/settings"],
    ["GET", "/auth/v1/admin/audit"],
    ["POST", "/auth/v1/admin/generate_link"],
    ["POST", "/auth/v1/invite"],
    ["POST", "/graphql/v1"],
    ["GET", "/realtime/v1/websocket.html"],
    ["GET", "/pg/query.json"],
    ["POST", "/"],
    ["DELETE", "/"],
    ["POST", "/healthz"],
    ["GET", "/functions/v1/"],
    ["GET", "/storage/v2/object"],
    ["GET", "/package.json"],
    ["GET", "/.env"],
    ["GET", "/.vite/manifest.json"],
    ["GET", "/secrets.json"],
  ])("the request %s %s gets 404 with a JSON body", async (method, path) => {
    const response = await ask(method, path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toHaveProperty("message");
  });

  it("a route outside the list reaches no schema but public", async () => {
    for (const schema of ["auth", "private", "storage", "gateway", "supabase_migrations"]) {
      const response = await fetch(`${gateway.url}/rest/v1/users`, {
        headers: { apikey: gateway.secrets.secretKey, "accept-profile": schema },
      });
      expect(response.status).toBe(406);
      expect(await response.json()).toMatchObject({ code: "PGRST106" });
    }
    for (const relation of ["users", "members", "rate_limits", "schema_migrations", "pg_authid"]) {
      const response = await ask("GET", `/rest/v1/${relation}`);
      expect(response.status).toBe(404);
    }
  });
});

describe("GoTrue's other endpoints", () => {
  const person = { email: "new@example.test", password: "a long enough password" };
  const attempts: [string, string, unknown][] = [
    ["POST", "/auth/v1/signup", person],
    ["POST", "/auth/v1/otp", { email: person.email, create_user: true }],
    ["POST", "/auth/v1/magiclink", { email: person.email }],
    ["POST", "/auth/v1/recover", { email: person.email }],
    ["POST", "/auth/v1/resend", { type: "signup", email: person.email }],
    ["POST", "/auth/v1/verify", { type: "signup", email: person.email, token: "123456" }],
    ["POST", "/auth/v1/sso", { domain: "example.test" }],
    ["GET", "/auth/v1/authorize?provider=github", undefined],
    ["GET", "/auth/v1/callback?code=1", undefined],
    ["GET", "/auth/v1/verify?type=signup&token=1", undefined],
    ["GET", "/auth/v1/reauthenticate", undefined],
    ["PUT", "/auth/v1/user", { password: "another long password" }],
    ["POST", "/auth/v1/token?grant_type=pkce", { auth_code: "1", code_verifier: "2" }],
    ["POST", "/auth/v1/token?grant_type=id_token", { provider: "google", id_token: "x" }],
    ["POST", "/auth/v1/token?grant_type=anonymous", {}],
    ["POST", "/auth/v1/token?grant_type=password", person],
    ["POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token: "x" }],
    ["POST", "/auth/v1/token", person],
    ["POST", "/auth/v1/admin/users", person],
    ["PUT", `/auth/v1/admin/users/${randomUUID()}`, { password: person.password }],
    ["DELETE", `/auth/v1/admin/users/${randomUUID()}`, {}],
    ["DELETE", `/auth/v1/admin/users/${randomUUID()}/factors/${randomUUID()}`, {}],
  ];

  it("GoTrue's other endpoints neither create nor change users, for visitors and for signed-in users", async () => {
    const before = await countUsers();
    const [hashBefore] = await gateway.database.sql`select encrypted_password from auth.users`;
    for (const authorization of [undefined, `Bearer ${token}`]) {
      for (const [method, path, body] of attempts) {
        const response = await fetch(`${gateway.url}${path}`, {
          method,
          redirect: "manual",
          headers: {
            apikey: gateway.secrets.publishableKey,
            "content-type": "application/json",
            ...(authorization ? { authorization } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        // The request lacks the current password.
        const own = authorization ? 400 : 401;
        const refusals = { "/token": 400, "/admin/": 403, "/auth/v1/user": own };
        const [, expected] = Object.entries(refusals).find(([part]) => path.includes(part)) ?? [
          "",
          404,
        ];
        expect([path, response.status]).toEqual([path, expected]);
      }
    }
    expect(await countUsers()).toBe(before);
    const [hashAfter] = await gateway.database.sql`select encrypted_password from auth.users`;
    expect(hashAfter).toEqual(hashBefore);
  });
});

describe("keys", () => {
  it.each([
    "/rest/v1/projects",
    "/rest/v1/rpc/list_members",
    "/auth/v1/settings",
    "/auth/v1/user",
    "/auth/v1/admin/users",
    "/storage/v1/bucket",
    "/functions/v1/workspace-user",
  ])("the path %s refuses requests without a key", async (path) => {
    const response = await fetch(`${gateway.url}${path}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: "No API key found in request" });
    const wrong = await fetch(`${gateway.url}${path}`, {
      headers: { apikey: "sb_publishable_no" },
    });
    expect(wrong.status).toBe(401);
  });

  it("a key in the URL is ignored, since logs and browser histories would store it", async () => {
    const key = gateway.secrets.publishableKey;
    const response = await fetch(`${gateway.url}/rest/v1/projects?apikey=${key}`);
    expect(response.status).toBe(401);
  });

  it("the gateway refuses a bearer token it cannot verify instead of treating it as anonymous", async () => {
    const none = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`;
    for (const bearer of ["garbage", "a.b.c", none.replaceAll("=", ""), `${token}x`]) {
      const headers = { apikey: gateway.secrets.publishableKey, authorization: `Bearer ${bearer}` };
      const rest = await fetch(`${gateway.url}/rest/v1/projects`, { headers });
      expect(rest.status).toBe(401);
      expect(await rest.json()).toMatchObject({ code: "PGRST301" });
      expect(rest.headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_token"/);
      const user = await fetch(`${gateway.url}/auth/v1/user`, { headers });
      expect(user.status).toBe(403);
      expect(await user.json()).toMatchObject({ code: 403, error_code: "bad_jwt" });
    }
  });

  it("the secret key is refused from a browser", async () => {
    const response = await fetch(`${gateway.url}/rest/v1/messages`, {
      headers: { apikey: gateway.secrets.secretKey, "user-agent": "Mozilla/5.0 (X11; Linux)" },
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      message: "Forbidden use of secret API key in browser",
    });
  });
});

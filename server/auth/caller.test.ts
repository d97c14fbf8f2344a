import { createHmac } from "node:crypto";
import { sign } from "hono/jwt";
import { afterEach, describe, expect, it, vi } from "vitest";
import { generateSecrets } from "../secrets.ts";
import { identifyCaller, isSignedIn } from "./caller.ts";

const origin = "https://portfolio.example";
const secrets = generateSecrets();
const { publishableKey, secretKey, jwtSecret } = secrets;
const userId = "0b0f0a52-58a1-4d4f-9a86-0e6c5b8f2d11";
const sessionId = "6f4ac5a8-7d0b-4f6f-8a3e-5d1c1b6f8a20";

function claims(changes: Record<string, unknown> = {}) {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: "https://portfolio.example/auth/v1",
    aud: "authenticated",
    sub: userId,
    session_id: sessionId,
    role: "authenticated",
    iat: now,
    exp: now + 3600,
    ...changes,
  };
}

const identify = (headers: Record<string, string>) =>
  identifyCaller(new Headers(headers), { secrets, origin });
afterEach(() => void vi.useRealTimers());
const withToken = (token: string) =>
  identify({ apikey: publishableKey, authorization: `Bearer ${token}` });

describe("keys", () => {
  it("keys distinguish the publishable from the secret key", async () => {
    expect(await identify({ apikey: publishableKey })).toMatchObject({ caller: { role: "anon" } });
    expect(await identify({ apikey: secretKey })).toMatchObject({
      caller: { role: "service_role", claims: { role: "service_role" } },
    });
  });

  it("keys are accepted as the bearer token, with or without apikey", async () => {
    const bearer = `Bearer ${publishableKey}`;
    expect(await identify({ authorization: bearer })).toHaveProperty("caller.role", "anon");
    expect(await identify({ apikey: publishableKey, authorization: bearer })).toHaveProperty(
      "caller.role",
      "anon",
    );
  });

  it.each([
    ["no key", {}, "missing-key"],
    ["an empty key", { apikey: "" }, "missing-key"],
    ["a wrong key", { apikey: `${publishableKey}x` }, "invalid-key"],
    ["the JWT secret as a key", { apikey: jwtSecret }, "invalid-key"],
  ] as const)("keys are refused: %s", async (_name, headers, refusal) => {
    expect(await identify(headers)).toEqual({ refusal });
  });

  it.each([
    ["a wrong secret key", "sb_secret_x"],
    ["the secret key", secretKey],
  ])("keys are refused with %s as the bearer beside the publishable one", async (_name, bearer) => {
    const headers = { apikey: publishableKey, authorization: `Bearer ${bearer}` };
    expect(await identify(headers)).toEqual({ refusal: "invalid-key" });
  });

  it("the secret key is refused in a browser", async () => {
    const headers = { apikey: secretKey, "user-agent": "Mozilla/5.0 (X11)" };
    expect(await identify(headers)).toEqual({ refusal: "secret-key-in-browser" });
  });

  it("keys are required even with an access token", async () => {
    const token = await sign(claims(), jwtSecret, "HS256");
    const headers = { authorization: `Bearer ${token}` };
    expect(await identify(headers)).toEqual({ refusal: "missing-key" });
  });
});

describe("access tokens", () => {
  it("access tokens identify the user and the session", async () => {
    const token = await sign(claims(), jwtSecret, "HS256");
    expect(await withToken(token)).toMatchObject({
      caller: { role: "authenticated", userId, sessionId, token },
    });
  });

  it("access tokens are verified once, and still expire", async () => {
    const token = await sign(claims(), jwtSecret, "HS256");
    for (let times = 0; times < 2; times += 1) {
      expect(await withToken(token)).toHaveProperty("caller.userId", userId);
    }
    const others = { secrets: { ...secrets, jwtSecret: "x".repeat(40) }, origin };
    const headers = { apikey: publishableKey, authorization: `Bearer ${token}` };
    expect(await identifyCaller(new Headers(headers), others)).toEqual({
      refusal: "invalid-token",
    });
    vi.useFakeTimers({ now: Date.now() + 3600_000, toFake: ["Date"] });
    expect(await withToken(token)).toEqual({ refusal: "expired-token" });
  });

  it("access tokens are accepted with an iat slightly in the future (clock skew)", async () => {
    const ahead = claims({ iat: Math.floor(Date.now() / 1000) + 5 });
    const token = await sign(ahead, jwtSecret, "HS256");
    expect(await withToken(token)).toHaveProperty("caller.userId", userId);
  });

  it.each(["none", "None", "NONE", "nOnE", ""])(
    "access tokens are rejected with alg %j",
    async (alg) => {
      const unsigned = `${encode({ alg, typ: "JWT" })}.${encode(claims())}`;
      for (const signature of ["", "x"]) {
        expect(await withToken(`${unsigned}.${signature}`)).toEqual({ refusal: "invalid-token" });
      }
    },
  );

  it("access tokens are rejected with another algorithm even if the key is right", async () => {
    const token = await sign(claims(), jwtSecret, "HS512");
    expect(await withToken(token)).toEqual({ refusal: "invalid-token" });
    const head = token.split(".").slice(0, 2).join(".");
    const hs256 = createHmac("sha256", jwtSecret).update(head).digest("base64url");
    expect(await withToken(`${head}.${hs256}`)).toEqual({ refusal: "invalid-token" });
  });

  it("access tokens are rejected with a forged signature or a changed payload", async () => {
    const foreign = await sign(claims(), generateSecrets().jwtSecret, "HS256");
    expect(await withToken(foreign)).toEqual({ refusal: "invalid-token" });
    const [head, , signature] = (await sign(claims(), jwtSecret, "HS256")).split(".");
    const changed = `${head}.${encode(claims({ sub: sessionId }))}.${signature}`;
    expect(await withToken(changed)).toEqual({ refusal: "invalid-token" });
  });

  it.each([
    ["an expiry in the past", { exp: 1 }, "expired-token"],
    ["the service role", { role: "service_role" }],
    ["a made-up role", { role: "postgres" }],
    ["no session", { session_id: undefined }],
    ["a user id that is none", { sub: "' or true --" }],
    ["no expiry", { exp: undefined }],
    ["another site's issuer", { iss: "https://copy.example/auth/v1" }],
    ["another audience", { aud: "anon" }],
    ["a start in the future", { nbf: Math.floor(Date.now() / 1000) + 600 }],
  ])(
    "access tokens are rejected, although well-signed, with %s",
    async (_name, changes, refusal = "invalid-token") => {
      const token = await sign(claims(changes), jwtSecret, "HS256");
      expect(await withToken(token)).toEqual({ refusal });
    },
  );

  it.each(["", "x", "a.b", "a.b.c", "a.b.c.d", "..", "null", "{}"])(
    "access tokens are rejected when malformed: %j",
    async (bearer) => {
      expect(await withToken(bearer)).toEqual({ refusal: "invalid-token" });
    },
  );

  it("access tokens are rejected under another scheme", async () => {
    const headers = { apikey: publishableKey, authorization: "Basic dXNlcjpwYXNz" };
    expect(await identify(headers)).toEqual({ refusal: "invalid-token" });
  });
});

describe("signed-in people", () => {
  it("signed-in people are recognized by a token that was verified before, until it expires", async () => {
    const token = await sign(claims({ jti: "unverified" }), jwtSecret, "HS256");
    const isKnown = () => isSignedIn(`Bearer ${token}`, { secrets, origin });
    expect(isKnown()).toBe(false);
    await withToken(token);
    expect(isKnown()).toBe(true);
    const another = { secrets: generateSecrets(), origin };
    expect(isSignedIn(`Bearer ${token}`, another)).toBe(false);
    vi.useFakeTimers({ now: Date.now() + 3600_000, toFake: ["Date"] });
    expect(isKnown()).toBe(false);
  });

  it.each([
    ["no header", null],
    ["the publishable key", `Bearer ${publishableKey}`],
    ["the secret key", `Bearer ${secretKey}`],
    ["another scheme", "Basic dXNlcjpwYXNz"],
    ["a malformed header", "Bearer"],
  ])("nobody is recognized by %s", async (_name, header) => {
    await identify({ apikey: publishableKey, ...(header ? { authorization: header } : {}) });
    expect(isSignedIn(header, { secrets, origin })).toBe(false);
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

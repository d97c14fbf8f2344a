import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "../support/sites/gateway.ts";

let plain: TestGateway;
let secure: TestGateway;

beforeAll(async () => {
  [plain, secure] = await Promise.all([
    startTestGateway(),
    startTestGateway({ environment: { FOYER_PUBLIC_URL: "https://portfolio.example" } }),
  ]);
});
afterAll(() => Promise.all([plain.stop(), secure.stop()]));

const paths = [
  "/",
  "/no-such-page",
  "/no-such-file.txt",
  "/robots.txt",
  "/healthz",
  "/rest/v1/projects",
  "/rest/v1/no_such_table",
  "/auth/v1/settings",
  "/auth/v1/signup",
  "/storage/v1/object/public/none/none.png",
  "/functions/v1/none",
];

describe("every response", () => {
  it.each(paths)("every response of %s carries the security headers", async (path) => {
    const key = plain.secrets.publishableKey;
    for (const headers of [{}, { apikey: key }] as Record<string, string>[]) {
      for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
        const response = await fetch(`${plain.url}${path}`, { method, headers });
        const policy = response.headers.get("content-security-policy") ?? "";
        expect(policy).toMatch(/default-src '(self|none)'/);
        expect(policy).not.toMatch(/script-src[^;]*unsafe/);
        if (policy.includes("default-src 'self'")) {
          for (const part of ["frame-ancestors", "object-src", "base-uri"]) {
            expect(policy).toContain(`${part} 'none'`);
          }
        }
        expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        const ofPages = /\/v1\//.test(path) ? "no-referrer" : "strict-origin-when-cross-origin";
        expect(response.headers.get("referrer-policy")).toBe(ofPages);
        expect(response.headers.get("permissions-policy")).toContain("camera=()");
        expect(response.headers.has("strict-transport-security")).toBe(false);
        for (const name of ["server", "x-powered-by"])
          expect(response.headers.has(name)).toBe(false);
      }
    }
  });

  it.each(paths)(
    "every response of %s enforces https where the public address is https",
    async (path) => {
      const response = await fetch(`${secure.url}${path}`);
      expect(response.headers.get("strict-transport-security")).toMatch(/^max-age=\d+/);
    },
  );
});

describe("other origins", () => {
  const preflight = (gateway: TestGateway, origin: string) =>
    fetch(`${gateway.url}/rest/v1/messages`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "apikey,content-type",
      },
    });

  it.each(["https://evil.example", "null", "http://localhost", "http://127.0.0.1.evil.example"])(
    "the origin %s gets no permission",
    async (origin) => {
      const asked = await preflight(plain, origin);
      expect(asked.status).toBe(403);
      expect(asked.headers.has("access-control-allow-origin")).toBe(false);
      const headers = { origin, apikey: plain.secrets.publishableKey };
      const read = await fetch(`${plain.url}/rest/v1/projects`, { headers });
      expect(read.headers.has("access-control-allow-origin")).toBe(false);
      expect(read.headers.get("vary")).toContain("origin");
    },
  );

  it("other origins are allowed only for this machine's other names on the same port", async () => {
    const { port } = new URL(plain.url);
    for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
      const asked = await preflight(plain, origin);
      expect(asked.status).toBe(204);
      expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
      expect(asked.headers.get("access-control-allow-headers")).toContain("apikey");
    }
  });

  it("other origins do not include loopback names once a public address is set", async () => {
    const asked = await preflight(secure, `http://localhost:${new URL(secure.url).port}`);
    expect(asked.status).toBe(403);
    expect((await preflight(secure, "https://portfolio.example")).status).toBe(204);
  });
});

import { describe, expect, it } from "vitest";
import { parseConfig } from "../config.ts";
import { generateSecrets } from "../secrets.ts";
import { createFunctionRoutes, type FunctionFactory } from "./routes.ts";

const secrets = generateSecrets();

function host(run: FunctionFactory, timeout?: number) {
  const logged: unknown[] = [];
  const reached: { url: string; address: string | undefined }[] = [];
  const routes = createFunctionRoutes({
    deps: {
      config: parseConfig({}),
      secrets,
      origin: "http://site.test",
      log: { info() {}, warn() {}, error: (_, cause) => logged.push(cause) },
    },
    fetch: async (request, { address }) => {
      reached.push({ url: request.url, address });
      return Response.json({});
    },
    notices: async () => ({ siteUrl: null, mail: null, webhook: null, testPushOrigin: null }),
    functions: { mine: run },
    ...(timeout === undefined ? {} : { timeout }),
  });
  const call = (name: string, init: RequestInit = {}) =>
    routes.fetch(
      new Request(`http://site.test/${name}`, {
        method: "POST",
        headers: { apikey: secrets.publishableKey, "x-forwarded-for": "6.6.6.6" },
        ...init,
      }),
      { incoming: { socket: { remoteAddress: "203.0.113.7" } } },
    );
  return { call, logged, reached };
}

describe("the function host", () => {
  it("the function host passes the request and environment to the function and returns its response", async () => {
    const { call } = host((env) => async (request) => {
      const body = await request.json();
      return Response.json({ body, url: env.supabaseUrl, method: request.method }, { status: 201 });
    });
    const response = await call("mine", { body: '{"a":1}' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      body: { a: 1 },
      url: "http://site.test",
      method: "POST",
    });
  });

  it("the function host lets functions reach the backend as the visitor, ignoring client-supplied addresses", async () => {
    const { call, reached } = host((env) => () => env.fetch("http://site.test/auth/v1/token"));
    await call("mine");
    expect(reached).toEqual([{ url: "http://site.test/auth/v1/token", address: "203.0.113.7" }]);
  });

  it.each(["unknown", "toString", "__proto__", "constructor"])(
    "the function host returns 404: %s",
    async (name) => {
      const { call } = host(() => async () => Response.json({}));
      const response = await call(name);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: "Requested function was not found" });
    },
  );

  it("the function host rejects large bodies before the function sees them", async () => {
    let ran = false;
    const { call } = host(() => async () => {
      ran = true;
      return Response.json({});
    });
    expect((await call("mine", { body: "x".repeat(64 * 1024 + 1) })).status).toBe(413);
    expect(ran).toBe(false);
    expect((await call("mine", { body: "x".repeat(64 * 1024) })).status).toBe(200);
  });

  it("the function host times out a function that does not respond", async () => {
    const { call } = host(() => () => new Promise(() => {}), 20);
    const response = await call("mine");
    expect(response.status).toBe(504);
    expect(await response.json()).toEqual({ error: "The function took too long" });
  });

  it.each<[string, FunctionFactory]>([
    ["rejects", () => () => Promise.reject(new Error("password=hunter2"))],
    [
      "throws",
      () => () => {
        throw new Error("password=hunter2");
      },
    ],
  ])(
    "the function host reveals the error only to the log when a function %s",
    async (_how, run) => {
      const { call, logged } = host(run);
      const response = await call("mine");
      expect(response.status).toBe(500);
      expect(await response.text()).toBe('{"error":"Internal server error"}');
      expect(String(logged[0])).toContain("hunter2");
    },
  );
});

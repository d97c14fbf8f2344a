import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ACCOUNT,
  type FunctionBench,
  startFunctionBench,
} from "../support/bench/function-bench.ts";
import {
  DATABASE_ID,
  type FakeNotion,
  NOTION_TOKEN,
  notionPage,
  startFakeNotion,
  unauthorized,
} from "../support/fakes/fake-notion.ts";
import { type DenoFunction, startDenoFunction } from "../support/hosted/deno-function.ts";
import { tokenOf } from "../support/sites/gateway.ts";

let bench: FunctionBench;
let notion: FakeNotion;
const running: Record<string, DenoFunction> = {};

beforeAll(async () => {
  bench = await startFunctionBench();
  notion = await startFakeNotion();
  for (const name of [
    "workspace-user",
    "workspace-sign-in",
    "fetch-notion-notes",
    "calendar-feed",
  ]) {
    running[name] = await serveInDeno(name);
  }
});
afterAll(async () => {
  await Promise.all(Object.values(running).map(({ stop }) => stop()));
  await bench.gateway.stop();
  await notion.stop();
});

function serveInDeno(name: string): Promise<DenoFunction> {
  const { url, secrets } = bench.gateway;
  return startDenoFunction(name, {
    // Only the new API keys, because a project may have disabled the legacy ones.
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: secrets.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secrets.secretKey }),
    FOYER_PUBLIC_URL: "https://Ada.example:443/",
    FOYER_ALLOWED_ORIGINS: "https://www.ada.example, https://*.foyer.pages.dev",
    NOTION_TOKEN,
    NOTION_DATABASE_ID: DATABASE_ID,
    NOTION_BASE_URL: notion.url,
  });
}

async function call(name: string, body: unknown, authorization?: string) {
  const response = await fetch(running[name]?.url ?? "", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: "https://ada.example",
      ...(authorization ? { authorization } : {}),
    },
    body: JSON.stringify(body),
  });
  expect(response.headers.get("access-control-allow-origin")).toBe("https://ada.example");
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe("the functions under Deno", () => {
  it("the functions under Deno create the workspace user for the owner, sign them in, and log them out", async () => {
    const asOwner = `Bearer ${await tokenOf(bench.owner.client)}`;
    const refused = await call("workspace-user", { action: "create", ...ACCOUNT });
    expect(refused.status).toBe(401);
    const created = await call("workspace-user", { action: "create", ...ACCOUNT }, asOwner);
    expect(created.status).toBe(200);

    const credentials = { identifier: "backroom", password: ACCOUNT.password };
    const wrong = await call("workspace-sign-in", { ...credentials, password: "wrong" });
    expect(wrong).toEqual({ status: 400, body: { error: "Invalid username or password." } });
    const entered = await call("workspace-sign-in", credentials);
    expect(Object.keys(entered.body).sort()).toEqual(["access_token", "refresh_token"]);

    const ended = await call("workspace-user", { action: "force-logout" }, asOwner);
    const temporary = ended.body.temporaryPassword ?? "";
    expect((await call("workspace-sign-in", credentials)).status).toBe(400);
    const again = await call("workspace-sign-in", { ...credentials, password: temporary });
    expect(again.status).toBe(200);
  });

  it("the functions under Deno read Notion for the workspace user and cache the result", async () => {
    await bench.reset();
    await bench.create();
    const { body: session } = await bench.enter(ACCOUNT.username, ACCOUNT.password);
    const asUser = `Bearer ${session.access_token}`;
    expect((await call("fetch-notion-notes", {})).status).toBe(401);
    notion.pages = [notionPage(1, { title: "Read in Deno" })];
    const read = await call("fetch-notion-notes", {}, asUser);
    expect([read.status, read.body.notes]).toEqual([
      200,
      [expect.objectContaining({ title: "Read in Deno" })],
    ]);
    notion.always = unauthorized;
    const failed = await call("fetch-notion-notes", {}, asUser);
    expect(failed).toEqual({
      status: 502,
      body: {
        error: "API token is invalid.",
        reason: "settings",
        kept: { ...read.body, syncedAt: expect.any(String) },
      },
    });
  });

  it("the functions under Deno read the calendar of anyone who has its token, without a key", async () => {
    await bench.reset();
    await bench.create();
    const user = await bench.sessionFrom(await bench.enter(ACCOUNT.username, ACCOUNT.password));
    const { data: token } = await user.rpc("create_calendar_feed");
    const id = (await user.auth.getUser()).data.user?.id;
    const task = { user_id: id, title: "Read, in Deno", due_date: new Date().toISOString() };
    expect((await user.from("workspace_tasks").insert(task)).error).toBeNull();
    const read = (text: string, init?: RequestInit) =>
      fetch(`${running["calendar-feed"]?.url}?token=${text}`, init);
    const whole = await read(token);
    expect(await whole.text()).toContain("SUMMARY:Read\\, in Deno\r\n");
    const etag = whole.headers.get("etag") ?? "";
    const head = await read(token, { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
    expect((await read(token, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await read("0".repeat(64))).status).toBe(404);
  });

  it("the functions under Deno answer a preflight from the site and its previews only", async () => {
    const preflight = (origin: string) =>
      fetch(running["workspace-sign-in"]?.url ?? "", { method: "OPTIONS", headers: { origin } });
    const { ok, headers } = await preflight("https://ada.example");
    expect(ok).toBe(true);
    expect(headers.get("access-control-allow-origin")).toBe("https://ada.example");
    expect(headers.get("access-control-allow-methods")).toBe("POST");
    expect(headers.get("access-control-allow-headers")).toContain("apikey");
    const preview = await preflight("https://3f2a.foyer.pages.dev");
    expect(preview.headers.get("access-control-allow-origin")).toBe("https://3f2a.foyer.pages.dev");
    for (const foreign of ["https://ada.example.org", "http://ada.example", "null"]) {
      const refused = await preflight(foreign);
      expect([...refused.headers.keys()].join()).not.toContain("access-control");
    }
  });

  it("the functions under Deno reveal nothing about internal errors", async () => {
    await bench.gateway.database.sql`alter function list_members() rename to gone`;
    try {
      const { status, body } = await call("workspace-sign-in", { identifier: "a", password: "b" });
      expect([status, body]).toEqual([500, { error: "Internal server error" }]);
    } finally {
      await bench.gateway.database.sql`alter function gone() rename to list_members`;
    }
  });
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  DATABASE_ID,
  type FakeNotion,
  NOTION_TOKEN,
  notionPage,
  startFakeNotion,
  unauthorized,
} from "../support/fake-notion.ts";
import { ACCOUNT, type FunctionBench, startFunctionBench } from "../support/function-bench.ts";
import { tokenOf } from "../support/gateway.ts";

const root = join(import.meta.dirname, "../..");

let bench: FunctionBench;
let notion: FakeNotion;
const running: ChildProcess[] = [];
const address: Record<string, string> = {};

beforeAll(async () => {
  bench = await startFunctionBench();
  notion = await startFakeNotion();
  for (const name of ["workspace-user", "workspace-sign-in", "fetch-notion-notes"]) {
    address[name] = await serveInDeno(name);
  }
});
afterAll(async () => {
  for (const child of running) {
    child.kill();
    await once(child, "exit");
  }
  await bench.gateway.stop();
  await notion.stop();
});

/**
 * As Supabase runs it: only the network and the environment, nothing downloaded from the internet.
 */
async function serveInDeno(name: string): Promise<string> {
  const { url, secrets } = bench.gateway;
  const flags = [
    "--allow-net=127.0.0.1",
    "--allow-env",
    "--node-modules-dir=manual",
    "--no-remote",
  ];
  const entry = `supabase/functions/${name}/index.ts`;
  const child = spawn(join(root, "node_modules/.bin/deno"), ["run", ...flags, entry], {
    cwd: root,
    env: {
      ...process.env,
      // The new API keys alone: a project may have disabled the legacy ones.
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: secrets.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secrets.secretKey }),
      FOYER_PUBLIC_URL: "https://Ada.example:443/",
      FOYER_ALLOWED_ORIGINS: "https://www.ada.example, https://*.foyer.pages.dev",
      NOTION_TOKEN,
      NOTION_DATABASE_ID: DATABASE_ID,
      NOTION_BASE_URL: notion.url,
      PORT: "0",
      NO_COLOR: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /Listening on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", () => reject(new Error(`Deno ended:\n${output}`)));
  });
}

async function call(name: string, body: unknown, authorization?: string) {
  const response = await fetch(address[name] ?? "", {
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
  it("create the workspace user for the owner, sign them in, and log them out", async () => {
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

  it("read Notion for the workspace user and cache the result", async () => {
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

  it("answer a preflight from the site and its previews, and from nowhere else", async () => {
    const preflight = (origin: string) =>
      fetch(address["workspace-sign-in"] ?? "", { method: "OPTIONS", headers: { origin } });
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

  it("reveal nothing about internal errors", async () => {
    await bench.gateway.database.sql`alter function list_members() rename to gone`;
    try {
      const { status, body } = await call("workspace-sign-in", { identifier: "a", password: "b" });
      expect([status, body]).toEqual([500, { error: "Internal server error" }]);
    } finally {
      await bench.gateway.database.sql`alter function gone() rename to list_members`;
    }
  });
});

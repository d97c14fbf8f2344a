import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BuiltServer } from "../support/sites/built-server.ts";
import { openSites } from "./sites.ts";

const { start, usedDataDir } = openSites();

const HOSTILE = `\u001b]0;owned\u0007\u001b[2J\nFoyer is open at http://evil.example ${"x".repeat(9000)}`;

/** Requests by a visitor that make the database log an error, each containing the hostile text. */
async function provoke({ origin }: BuiltServer, publishableKey: string): Promise<number[]> {
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const text = encodeURIComponent(HOSTILE.slice(0, 1500));
  const message = { name: "n", email: "n@example.com", subject: "s", message: HOSTILE };
  const requests = [
    fetch(`${origin}/rest/v1/skills?id=eq.${text}`, { headers }),
    fetch(`${origin}/rest/v1/skills?select=${text}`, { headers }),
    fetch(`${origin}/rest/v1/${text}`, { headers }),
    fetch(`${origin}/rest/v1/skills?name=fts.${text}`, { headers }),
    fetch(`${origin}/storage/v1/object/public/profile-pictures/${text}`),
    ...[
      { ...message, email: HOSTILE },
      { ...message, id: HOSTILE },
      { ...message, created_at: HOSTILE },
    ].map((row) =>
      fetch(`${origin}/rest/v1/messages`, { method: "POST", headers, body: JSON.stringify(row) }),
    ),
    fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers,
      body: JSON.stringify({ email: HOSTILE, password: HOSTILE }),
    }),
    fetch(`${origin}/functions/v1/workspace-sign-in`, {
      method: "POST",
      headers,
      body: JSON.stringify({ identifier: HOSTILE, password: HOSTILE }),
    }),
  ];
  return Promise.all(requests.map(async (request) => (await request).status));
}

test("nothing a visitor sends reaches a log unescaped, in a long line or as a separate line", async () => {
  const dataDir = await usedDataDir();
  const server = await start({ dataDir, env: { FOYER_TRUST_PROXY: "on" } });
  const { publishableKey } = await server.secrets();
  const before = await readFile(join(dataDir, "postgres.log"), "utf8");
  const statuses = await provoke(server, publishableKey);
  expect(statuses.every((status) => status >= 400)).toBe(true);
  await server.stop();
  const log = (await readFile(join(dataDir, "postgres.log"), "utf8")).slice(before.length);
  // The log contains the shutdown, which proves that it is the right file.
  expect(log).toMatch(/database system is shut down/);
  expect(log).not.toMatch(/owned|xxxx|ERROR/);
  // Behind a proxy, visitors use another address than the one that the server listens on.
  expect(server.output()).toMatch(/^FOYER_TRUST_PROXY is set without FOYER_PUBLIC_URL, .*\.$/m);
  const lines = `${log}${server.output()}`.split("\n");
  expect(lines.filter((line) => line.length > 300 || /\p{Cc}/u.test(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith("Foyer is open at http://evil"))).toEqual([]);
});

const TOKENS_IN_ADDRESSES = [
  "/storage/v1/object/sign/workspace-files/private/file.txt?token=private",
  "/storage/v1/object/public/profile-pictures/private.png",
  "/functions/v1/calendar-feed?token=private",
  "/functions/v1/open-share?token=private",
  "/setup/v1/owner?token=private",
  "/private?token=private",
];

test("with FOYER_LOG=json and FOYER_METRICS_PORT, each line is JSON, each request has one under its response's id, and metrics are only on their own port", async () => {
  const env = { FOYER_LOG: "json", FOYER_METRICS_PORT: "0" };
  const server = await start({ dataDir: await usedDataDir(), env });
  const { publishableKey } = await server.secrets();
  const headers = { apikey: publishableKey, "x-request-id": "not-from-a-trusted-proxy" };
  const read = await fetch(`${server.origin}/rest/v1/skills?name=eq.private-name`, { headers });
  expect(read.status).toBe(200);
  for (const path of TOKENS_IN_ADDRESSES) await fetch(`${server.origin}${path}`, { headers });
  const onPublicPort = await fetch(`${server.origin}/metrics`);
  expect(onPublicPort.status).toBe(404);
  const id = read.headers.get("x-request-id");
  expect(id).toMatch(/^[0-9a-f-]{36}$/);

  const [, metricsUrl = ""] = /Metrics are at (http:\S+\/metrics)/.exec(server.output()) ?? [];
  const metrics = await (await fetch(metricsUrl)).text();
  for (const line of [
    'foyer_http_requests_total{route="/rest/v1",status="200"} 1',
    'foyer_http_requests_total{route="other",status="404"} 2',
    "foyer_database_up 1",
    'foyer_database_connections{state="active"} ',
    "foyer_http_connections ",
  ]) {
    expect(metrics).toContain(`\n${line}`);
  }
  // The page's own reads are included if it is rendered by now.
  expect(metrics).toMatch(/\nfoyer_data_api_connection_hold_seconds_count [1-9]/);
  await server.stop();
  expect(metrics).not.toContain("private");
  expect(server.output()).not.toContain("private");
  const events = server
    .output()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.filter(({ request }) => request === id)).toEqual([
    expect.objectContaining({ message: "request", method: "GET", route: "/rest/v1", status: 200 }),
  ]);
});

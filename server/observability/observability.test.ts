import { once } from "node:events";
import { createServer, type RequestListener, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { BackupStatus } from "../backups/backup-record.ts";
import { createMetrics } from "./metrics.ts";
import { observeRequests, type RequestObserver } from "./observe-requests.ts";
import { createBackupGauges, createScrapeListener } from "./open-metrics.ts";
import { createRequestLog } from "./request-log.ts";
import { ROUTE_GROUPS, routeGroup } from "./route-group.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HOSTILE = [
  "/rest/v1/notes?token=secret-token",
  "/rest/v1/secret-name",
  "/rest/v1secret",
  "/storage/v1/object/sign/secret/file.png?token=secret-token",
  "/%72est/v1/secret",
  '/secret"}1{label="',
  "//rest/v1/secret",
  "http://secret.example/rest/v1/x",
  "/assets/../secret",
  "*",
];

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

test.each([
  ["/", "/"],
  ["/?utm_source=mail", "/"],
  ["/healthz", "/healthz"],
  ["/rest/v1/skills?select=*", "/rest/v1"],
  ["/rest/v1/rpc/drive_usage", "/rest/v1/rpc"],
  ["/functions/v1/workspace-sign-in", "/functions/v1/workspace-sign-in"],
  ["/rest/v1extra", "other"],
  ["/index.html", "other"],
])("%s belongs to the route group %s", (target, group) => {
  expect(routeGroup(target)).toBe(group);
});

test("any other target belongs to one of the route groups", () => {
  const target = fc.oneof(fc.string(), fc.webPath(), fc.webUrl(), fc.constantFrom(...HOSTILE));
  fc.assert(fc.property(target, (text) => ROUTE_GROUPS.includes(routeGroup(text))));
});

test.each([
  ["off", false, "proxy-id-12345678", UUID],
  ["on", true, "proxy-id-12345678", /^proxy-id-12345678$/],
  ["on", true, "a forged id", UUID],
  ["on", true, "x".repeat(65), UUID],
])(
  "with FOYER_TRUST_PROXY=%s, a request's id is accepted or replaced (case %#)",
  async (_, trustProxy, id, expected) => {
    const { get } = await serve(observeRequests(answer(200), { trustProxy, observers: [] }));
    expect((await get("/", { "x-request-id": id })).headers["x-request-id"]).toMatch(expected);
  },
);

test("the request log has one line per request, without anything its sender wrote", async () => {
  const lines: string[] = [];
  const log = createRequestLog((line) => lines.push(line));
  const { get } = await serve(observed(answer(200), log));
  const ids: unknown[] = [];
  for (const target of HOSTILE) {
    ids.push((await get(target, { authorization: "secret" })).headers["x-request-id"]);
  }
  await expect.poll(() => lines.length).toBe(HOSTILE.length);
  expect(lines.join("\n")).not.toContain("secret");
  const events = lines.map((line) => JSON.parse(line));
  expect(events.map((event) => event.request)).toEqual(ids);
  expect(Object.keys(events[0]).sort()).toEqual(
    ["bytes", "level", "message", "method", "ms", "request", "route", "status", "time"].sort(),
  );
  expect(events[0]).toMatchObject({ level: "info", method: "GET", route: "/rest/v1", status: 200 });
  expect(events[0].bytes).toBeGreaterThan("HTTP/1.1 200 OK".length);
});

test("requests beyond the limit are only counted in the log", () => {
  const lines: string[] = [];
  let minutes = 1;
  const log = createRequestLog(
    (line) => lines.push(line),
    () => minutes * 60_000,
  );
  const finished = { id: "i", method: "GET", route: "/", status: 200, milliseconds: 1, bytes: 1 };
  for (let sent = 0; sent < 6010; sent++) log(finished);
  expect(lines).toHaveLength(6000);
  minutes = 2;
  log(finished);
  expect(JSON.parse(lines[6000] ?? "")).toMatchObject({ message: "10 more requests left out" });
});

test("a scrape is in the Prometheus text format, and hostile requests add no series", async () => {
  const metrics = createMetrics();
  opened.push(metrics.close);
  const site = await serve(observed(answer(429), metrics.recordRequest));
  const scrapes = await serve(createScrapeListener([metrics.render, async () => "extra 1"]));
  for (const target of HOSTILE) await site.get(target);
  for (const ms of [1, 30, 9000]) metrics.recordDatabaseUse({ waitMs: ms, holdMs: ms });

  const scrape = await scrapes.get("/metrics");
  expect(scrape.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
  const series = parse(scrape.text);
  expect(scrape.text).not.toContain("secret");
  const routes = [...scrape.text.matchAll(/route="([^"]*)"/g)].map(([, route = ""]) => route);
  expect(routes.filter((route) => !ROUTE_GROUPS.includes(route))).toEqual([]);
  expect(series.get('foyer_http_requests_total{route="/rest/v1",status="429"}')).toBe(2);
  expect(series.get('foyer_rate_limit_refusals_total{route="/rest/v1"}')).toBe(2);
  expect(series.get('foyer_http_request_duration_seconds_count{route="/rest/v1"}')).toBe(2);
  const wait = "foyer_data_api_connection_wait_seconds";
  const buckets = ["0.001", "0.05", "8", "+Inf"].map((le) =>
    series.get(`${wait}_bucket{le="${le}"}`),
  );
  expect([...buckets, series.get(`${wait}_sum`)]).toEqual([1, 2, 2, 3, 9.031]);
  expect(series.get("process_resident_memory_bytes")).toBeGreaterThan(1e7);
});

test("a schedule has metrics of its last proven backup and of a failure since then", async () => {
  const proven = {
    at: "2026-11-22T03:12:00.000Z",
    archive: "a.tar",
    rows: 4211,
    files: 103,
    tables: {},
    problems: ["secret"],
    complete: null,
  };
  const failure = { at: "2026-11-23T03:00:00.000Z", message: "secret" };
  let at: string | null = "03:00";
  let status: BackupStatus = { proven, failure };
  const setting = { isFixed: false, place: "/data/backups", timeZone: "UTC" };
  const render = createBackupGauges({
    setting: async () => ({ at, ...setting }),
    status: async () => status,
  });
  expect([...parse(await render())]).toEqual([
    ["foyer_backup_failed", 1],
    ["foyer_backup_proven_timestamp_seconds", 1_795_317_120],
    ["foyer_backup_problems", 1],
  ]);
  status = { proven: null, failure: null };
  expect([...parse(await render())]).toEqual([["foyer_backup_failed", 0]]);
  at = null;
  expect(await render()).toBe("");
});

test.each([
  ["another path", "/", { host: "localhost" }],
  ["a name that resolves to loopback", "/metrics", { host: "rebound.example" }],
])("metrics are not served under %s", async (_, path, headers) => {
  const { get } = await serve(createScrapeListener([() => "secret 1"]));
  expect(await get(path, headers)).toMatchObject({ status: 404, text: "" });
});

/** Every line is a comment or a sample; a metric's samples follow its own HELP and TYPE. */
function parse(text: string): Map<string, number> {
  const series = new Map<string, number>();
  let name = "";
  for (const line of text
    .replace(/extra 1\n$/, "")
    .trimEnd()
    .split("\n")) {
    const [, kind, named = ""] = /^# (HELP|TYPE) (\w+) .+$/.exec(line) ?? [];
    if (kind) name = named;
    else {
      const sample =
        /^(\w+?(?:_bucket|_sum|_count)?)(\{\w+="[^"\n]*"(?:,\w+="[^"\n]*")*\})? (\S+)$/.exec(line);
      expect(sample, line).not.toBeNull();
      expect(line.startsWith(name), line).toBe(true);
      const key = line.slice(0, line.lastIndexOf(" "));
      expect(series.has(key), key).toBe(false);
      series.set(key, Number(sample?.[3]));
    }
  }
  expect([...series.values()].filter(Number.isNaN)).toEqual([]);
  return series;
}

function observed(listener: RequestListener, observer: RequestObserver): RequestListener {
  return observeRequests(listener, { trustProxy: false, observers: [observer] });
}

function answer(status: number): RequestListener {
  return (_request, response) => response.writeHead(status).end("answered");
}

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  opened.push(() => server.close().closeAllConnections());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    get: async (path: string, headers: Record<string, string> = {}) => {
      const request = send({ host: "127.0.0.1", port, path, headers }).end();
      const [response] = await once(request, "response");
      let text = "";
      for await (const chunk of response) text += chunk;
      return { status: response.statusCode, headers: response.headers, text };
    },
  };
}

import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FILES, type StorageBench, startStorageBench } from "../support/bench/storage-bench.ts";
import { rawRequest } from "../support/raw-request.ts";
import { signInOwner, tokenOf } from "../support/sites/gateway.ts";

const NOTES = "/rest/v1/workspace_notes?select=title,content&order=title";
const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

let bench: StorageBench;
let owner: Record<string, string>;

beforeAll(async () => {
  bench = await startStorageBench();
  const { gateway, workspace } = bench;
  const { sql } = gateway.database;
  const { client } = await signInOwner(gateway);
  owner = { ...bench.headers, authorization: `Bearer ${await tokenOf(client)}` };
  // The first two make lists of one item with 1,023 and 1,024 bytes.
  await sql`insert into workspace_notes (user_id, title, content)
    select ${workspace.id}, 'note ' || lpad(n::text, 3, '0'), repeat('x', case when n < 2 then 1007 + n else 300 end)
    from generate_series(0, 299) as n`;
  await sql`insert into workspace_tasks (user_id, title, due_date)
    select ${workspace.id}, 'task ' || n, now() from generate_series(1, 20) as n`;
  await sql`insert into messages (name, email, subject, message)
    select 'Ada', 'ada' || n || '@example.test', 'Hello', repeat('A question ', 20) from generate_series(1, 20) as n`;
});
afterAll(() => bench.gateway.stop());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  rawRequest(new URL(path, bench.gateway.url), { ...bench.headers, ...headers }, method);

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(new URL(path, bench.gateway.url), {
    method: "POST",
    headers: {
      ...bench.headers,
      "content-type": "application/json",
      "accept-encoding": "gzip",
      ...headers,
    },
    body: JSON.stringify(body),
  });

describe("an answer of the Data API", () => {
  it.each([
    ["br", "gzip, deflate, br, zstd"],
    ["gzip", "gzip, deflate"],
    ["gzip", "br;q=0, *"],
    [undefined, "zstd"],
    [undefined, "br;q=0, gzip;q=0"],
    [undefined, ""],
  ])("an answer of the Data API is compressed as %s for %j", async (encoding, accepted) => {
    const plain = await get(NOTES);
    for (const limit of ["&limit=20", ""]) {
      const { status, headers, body } = await get(NOTES + limit, { "accept-encoding": accepted });
      expect([status, headers["content-encoding"]]).toEqual([200, encoding]);
      expect(headers["content-length"]).toBe(String(body.byteLength));
      expect(headers.vary).toContain("accept-encoding");
      const rows = JSON.parse(String(encoding ? decoders[encoding]?.(body) : body));
      expect(rows).toEqual(JSON.parse(String(plain.body)).slice(0, limit ? 20 : 300));
      if (encoding) expect(body.byteLength).toBeLessThan(plain.body.byteLength / (limit ? 10 : 3));
    }
  });

  it("an answer of the Data API is compressed from 1,024 bytes on", async () => {
    const one = (n: number) =>
      get(`/rest/v1/workspace_notes?select=content&title=eq.note 00${n}`, {
        "accept-encoding": "gzip",
      });
    const small = await one(0);
    expect([small.body.byteLength, small.headers["content-encoding"]]).toEqual([1023, undefined]);
    expect(small.headers.vary).toContain("accept-encoding");
    const large = await one(1);
    expect(large.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(String(gunzipSync(large.body)))).toEqual([{ content: "x".repeat(1008) }]);
  });

  it("an answer of the Data API that is a part of the rows says so when compressed", async () => {
    const ask = (method: string) =>
      get(
        `${NOTES}&limit=100&offset=100`,
        { prefer: "count=exact", "accept-encoding": "br" },
        method,
      );
    const { status, headers, body } = await ask("GET");
    expect([status, headers["content-range"]]).toEqual([206, "100-199/300"]);
    expect(JSON.parse(String(brotliDecompressSync(body)))).toHaveLength(100);
    const head = await ask("HEAD");
    expect([head.status, head.headers["content-range"]]).toEqual([206, "100-199/300"]);
    expect([head.headers["content-encoding"], head.body.byteLength]).toEqual([undefined, 0]);
    expect(head.headers.vary).toContain("accept-encoding");
  });

  it("an answer of the Data API has a random length when compressed", async () => {
    const lengths = new Set<number>();
    while (lengths.size < 3) {
      const { body } = await get(NOTES, { "accept-encoding": "br" });
      lengths.add(body.byteLength);
    }
    const all = [...lengths];
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(256);
  });

  it("an answer of the Data API whose reader goes away does not disturb the next one", async () => {
    const headers = { ...bench.headers, "accept-encoding": "br" };
    await new Promise<void>((resolve) => {
      const call = request(new URL(NOTES, bench.gateway.url), { headers, agent: false });
      call.on("response", () => call.destroy());
      call.on("error", () => {});
      call.on("close", resolve);
      call.end();
    });
    const { body } = await get(NOTES, headers);
    expect(JSON.parse(String(brotliDecompressSync(body)))).toHaveLength(300);
  });
});

describe("further answers", () => {
  it("the calendar is compressed under a weak tag, by which it is found unchanged", async () => {
    const { data: token } = await bench.workspace.client.rpc("create_calendar_feed");
    const read = (headers: Record<string, string>) =>
      get(`/functions/v1/calendar-feed?token=${token}`, headers);
    const plain = await read({});
    const packed = await read({ "accept-encoding": "gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`);
    for (const etag of [plain.headers.etag, packed.headers.etag]) {
      const again = await read({ "accept-encoding": "gzip", "if-none-match": String(etag) });
      expect([again.status, again.body.byteLength]).toEqual([304, 0]);
      expect(again.headers["content-encoding"]).toBeUndefined();
      expect(again.headers.vary).toContain("accept-encoding");
    }
  });

  it("lists of stored files are compressed", async () => {
    const keys = Array.from({ length: 5 }, () => bench.ownKey());
    for (const key of keys) await bench.upload(key, Buffer.from("text"));
    const prefix = keys[0]?.slice(0, keys[0].lastIndexOf("/"));
    const listed = await post(`/storage/v1/object/list/${FILES}`, { prefix, limit: 100 });
    expect([listed.status, listed.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    expect((await listed.json()).length).toBeGreaterThanOrEqual(5);
  });

  it("stored files are sent as they are, whole and in parts", async () => {
    const key = bench.ownKey();
    const content = Buffer.from("a text ".repeat(1000));
    await bench.upload(key, content);
    const path = new URL(bench.address(`authenticated/${FILES}/${key}`)).pathname;
    for (const [range, status, length] of [
      ["", 200, 7000],
      ["bytes=0-1999", 206, 2000],
    ] as const) {
      const { headers, ...answer } = await get(path, {
        "accept-encoding": "gzip",
        ...(range && { range }),
      });
      expect([answer.status, answer.body.byteLength]).toEqual([status, length]);
      expect(headers["content-encoding"]).toBeUndefined();
    }
  });
});

describe("answers with tokens or texts of strangers", () => {
  const isPlain = ({ headers }: Response) => [
    headers.get("content-encoding"),
    headers.get("cache-control")?.includes("no-transform"),
  ];

  it("a session is not compressed", async () => {
    const { email, password } = bench.workspace;
    const answer = await post("/auth/v1/token?grant_type=password", { email, password });
    expect([answer.status, ...isPlain(answer)]).toEqual([200, null, true]);
    expect((await answer.text()).length).toBeGreaterThan(1024);
  });

  it("signed URLs are not compressed", async () => {
    const keys = Array.from({ length: 5 }, () => bench.ownKey());
    for (const key of keys) await bench.upload(key, Buffer.from("text"));
    const answer = await post(`/storage/v1/object/sign/${FILES}`, { paths: keys, expiresIn: 60 });
    expect([answer.status, ...isPlain(answer)]).toEqual([200, null, true]);
    expect((await answer.text()).length).toBeGreaterThan(1024);
  });

  it("messages of visitors are not compressed", async () => {
    const headers = { ...owner, "accept-encoding": "gzip" };
    const { body, ...answer } = await get("/rest/v1/messages", headers);
    expect(answer.status).toBe(200);
    expect(JSON.parse(String(body))).toHaveLength(20);
    expect(answer.headers["cache-control"]).toBe("no-store, no-transform");
  });

  it("what the secret key reads is not compressed", async () => {
    const { secretKey } = bench.gateway.secrets;
    const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
    const answer = await get(NOTES, { ...headers, "accept-encoding": "gzip" });
    expect(JSON.parse(String(answer.body))).toHaveLength(300);
    expect(answer.headers["cache-control"]).toContain("no-transform");
  });

  it.each([
    ...["create_share", "renew_share", "list_received", "create_calendar_feed"],
    ...["create_recovery_codes", "list_own_sign_ins", "list_own_sessions", "list_messages"],
    ...["export_messages", "visit_statistics", "site_analytics"],
  ])("the function %s is not compressed", async (name) => {
    const answer = await post(`/rest/v1/rpc/${name}`, {});
    expect(isPlain(answer)).toEqual([null, true]);
  });

  it.each([
    ...["trashed_messages", "spam_senders", "visits", "link_clicks", "calendar_feeds"],
    ...["workspace_activity_logs", "push_subscriptions"],
  ])("the table %s is not compressed", async (name) => {
    const { headers } = await get(`/rest/v1/${name}`, { "accept-encoding": "gzip" });
    expect([headers["content-encoding"], headers["cache-control"]]).toEqual([
      undefined,
      "no-store, no-transform",
    ]);
  });
});

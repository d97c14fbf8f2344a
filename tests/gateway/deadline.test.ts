import { once } from "node:events";
import { connect } from "node:net";
import { setInterval as every } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { service, startTestGateway, type TestGateway } from "../support/sites/gateway.ts";

/** Long enough for the short requests of these tests, even on a busy machine. */
const DEADLINE_MS = 1000;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ gateway: { deadlineMs: DEADLINE_MS } });
  const { sql } = gateway.database;
  await sql`create view public.slow as select 1 as id from pg_sleep(4)`;
  await sql`grant select on public.slow to service_role`;
  await sql`notify pgrst, 'reload schema'`;
  await vi.waitFor(async () => expect((await read()).status).not.toBe(404), 120_000);
});
afterAll(() => gateway.stop());

const read = (headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/rest/v1/slow?select=id`, {
    headers: { apikey: gateway.secrets.secretKey, ...headers },
  });

it("a request over the deadline is answered with 504 and one sentence", async () => {
  const answer = await read();
  expect(answer.status).toBe(504);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(await answer.json()).toEqual({
    code: "504",
    message: "The server took too long to answer. Please try again in a moment.",
  });
  const page = await read({ accept: "text/html, */*" });
  expect(page.status).toBe(504);
  expect(await page.text()).toBe(
    "The server took too long to answer. Please try again in a moment.",
  );
});

it("a server continues to answer after a timeout", async () => {
  await read();
  const { error } = await service(gateway).from("workspace_notes").select("id");
  expect(error).toBeNull();
});

it("an upload that keeps sending may exceed the deadline", async () => {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  await once(socket, "connect");
  const pieces = Math.ceil((3 * DEADLINE_MS) / 100);
  socket.write(
    [
      `POST /storage/v1/object/workspace-files/${crypto.randomUUID()}/root/1-slow.txt HTTP/1.1`,
      "host: localhost",
      `apikey: ${gateway.secrets.secretKey}`,
      "content-type: text/plain",
      `content-length: ${pieces * 1000}`,
      "connection: close",
      "",
      "",
    ].join("\r\n"),
  );
  // Uses real time, because the test depends on the sender's pace.
  let sent = 0;
  for await (const _tick of every(100)) {
    socket.write("x".repeat(1000));
    if (++sent === pieces) break;
  }
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
});

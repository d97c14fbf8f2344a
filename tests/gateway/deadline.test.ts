import { once } from "node:events";
import { connect } from "node:net";
import { setInterval as every } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  type Person,
  service,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/gateway.ts";

const DEADLINE_MS = 400;

let gateway: TestGateway;
let workspace: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ gateway: { deadlineMs: DEADLINE_MS } });
  workspace = await signInWorkspaceUser(gateway);
  const { sql } = gateway.database;
  await sql`create table public.slow (id int)`;
  await sql`insert into public.slow values (1)`;
  await sql`grant select on public.slow to anon, service_role`;
  await sql`alter table public.slow enable row level security`;
  await sql`create policy "Slowly" on public.slow for select to anon
    using ((select pg_sleep(1.2)) is not null)`;
  await sql`notify pgrst, 'reload schema'`;
  await vi.waitFor(
    async () => expect((await service(gateway).from("slow").select()).error).toBeNull(),
    30_000,
  );
});
afterAll(() => gateway.stop());

const read = (headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/rest/v1/slow?select=id`, {
    headers: { apikey: gateway.secrets.publishableKey, ...headers },
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
  const { error } = await workspace.client.from("workspace_notes").select("id");
  expect(error).toBeNull();
});

it("an upload that keeps sending may exceed the deadline", async () => {
  const token = await tokenOf(workspace.client);
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  await once(socket, "connect");
  const pieces = Math.ceil((3 * DEADLINE_MS) / 100);
  socket.write(
    [
      `POST /storage/v1/object/workspace-files/${workspace.id}/root/1-slow.txt HTTP/1.1`,
      "host: localhost",
      `apikey: ${gateway.secrets.publishableKey}`,
      `authorization: Bearer ${token}`,
      "content-type: text/plain",
      `content-length: ${pieces * 1000}`,
      "connection: close",
      "",
      "",
    ].join("\r\n"),
  );
  // Real time on purpose: the test depends on the sender's pace.
  let sent = 0;
  for await (const _tick of every(100)) {
    socket.write("x".repeat(1000));
    if (++sent === pieces) break;
  }
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
});

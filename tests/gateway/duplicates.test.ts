import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "../support/sites/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ environment: { FOYER_TRUST_PROXY: "on" } });
});
afterAll(() => gateway.stop());

const message = (id: string) => ({
  id,
  name: "Ada",
  email: "ada@example.test",
  subject: "Hello",
  message: "A question",
  is_read: false,
});

const headersFrom = (n: number) => ({
  apikey: gateway.secrets.publishableKey,
  "content-type": "application/json",
  "x-forwarded-for": `10.0.${n >> 8}.${n & 255}`,
});

async function send(id: string, n: number): Promise<number> {
  const response = await fetch(`${gateway.url}/rest/v1/messages`, {
    method: "POST",
    headers: headersFrom(n),
    body: JSON.stringify(message(id)),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Sends a request and closes the connection right away, so that no response arrives. */
function sendAndCut(id: string, n: number): Promise<void> {
  return new Promise((resolve) => {
    const request = httpRequest(`${gateway.url}/rest/v1/messages`, {
      method: "POST",
      headers: headersFrom(n),
    });
    request.on("error", () => resolve());
    request.end(JSON.stringify(message(id)), () => {
      request.destroy();
      resolve();
    });
  });
}

/** Resets the limits, because all visitors together may send only thirty messages a minute. */
async function age() {
  await gateway.database.sql`update public.messages set created_at = now() - interval '2 days'`;
}

async function rowsOf(ids: string[]): Promise<number> {
  const { sql } = gateway.database;
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from public.messages where id in ${sql(ids)}`;
  return row?.n ?? -1;
}

it("a message sent twice concurrently is stored once, in each of forty attempts", async () => {
  const ids = Array.from({ length: 40 }, () => randomUUID());
  for (let from = 0; from < ids.length; from += 10) {
    const batch = ids.slice(from, from + 10);
    const pairs = await Promise.all(
      batch.map((id, n) => Promise.all([send(id, from + n), send(id, from + n)])),
    );
    for (const pair of pairs) expect(pair.sort()).toEqual([201, 409]);
    await age();
  }
  expect(await rowsOf(ids)).toBe(40);
});

it("a message sent again after its response was lost is stored once", async () => {
  const ids = Array.from({ length: 20 }, () => randomUUID());
  for (const [n, id] of ids.entries()) {
    await sendAndCut(id, 1000 + n);
    // The second attempt completes the insert, no matter whether the connection closed before or
    // after the row was stored.
    expect([201, 409]).toContain(await send(id, 1000 + n));
  }
  expect(await rowsOf(ids)).toBe(20);
});

it("repeating a message does not use up the visitor's limit of five", async () => {
  const id = randomUUID();
  expect(await send(id, 2000)).toBe(201);
  for (let n = 1; n <= 10; n++) expect(await send(id, 2000)).toBe(409);
  for (let n = 1; n <= 4; n++) expect(await send(randomUUID(), 2000)).toBe(201);
  expect(await send(randomUUID(), 2000)).toBe(429);
});

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  type Person,
  signInOwner,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let owner: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ environment: { FOYER_TRUST_PROXY: "on" } });
  owner = await signInOwner(gateway);
});
afterAll(() => gateway.stop());

/** A connection that has been accepted and has had its first answer. */
async function openConnection(): Promise<Socket> {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  socket.write(requestOf());
  await once(socket, "data");
  return socket;
}

/** A request that is answered without the database. */
function requestOf(token?: string): string {
  const headers = token
    ? `apikey: ${gateway.secrets.publishableKey}\r\nauthorization: Bearer ${token}\r\n`
    : "";
  return `GET /rest/v1/ HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`;
}

it("the owner's request is answered before most of 200 visitors' requests that arrived earlier", async () => {
  const token = await tokenOf(owner.client);
  // The token is verified now.
  await owner.client.from("projects").select("id");
  const sockets = await Promise.all(Array.from({ length: 201 }, openConnection));
  const answered: number[] = [];
  const all = sockets.map(async (socket, n) => {
    await once(socket, "data");
    answered.push(n);
  });
  for (const [n, socket] of sockets.entries())
    socket.write(requestOf(n === 200 ? token : undefined));
  await Promise.all(all);
  for (const socket of sockets) socket.destroy();
  expect(answered.indexOf(200)).toBeLessThan(100);
});

it("the owner reads while visitors' requests wait for the database", async () => {
  const { sql } = gateway.database;
  const waiting = async () => {
    const [row] = await sql<{ count: number }[]>`select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'foyer-data-api'
        and wait_event_type = 'Lock'`;
    return row?.count;
  };
  const visit = (n: number) =>
    fetch(`${gateway.url}/rest/v1/visits`, {
      method: "POST",
      headers: {
        apikey: gateway.secrets.publishableKey,
        "content-type": "application/json",
        "x-forwarded-for": `198.51.100.${n}`,
      },
      body: "{}",
    });
  let visits: Promise<Response>[] = [];
  await sql.begin(async (tx) => {
    await tx`lock table public.visits`;
    visits = Array.from({ length: 20 }, (_, n) => visit(n));
    await vi.waitUntil(async () => (await waiting()) === 4, 120_000);
    const { error } = await owner.client.from("projects").select("id");
    expect(error).toBeNull();
    expect(await waiting()).toBeLessThanOrEqual(4);
  });
  await Promise.all(visits);
});

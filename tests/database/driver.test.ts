import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Sql } from "../../server/database/connect.ts";
import type { Tx } from "../support/databases/personas.ts";
import { createBareDatabase, type TestDatabase } from "../support/databases/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createBareDatabase(17);
});
afterAll(() => database.drop());

/** More than a connection pipelines at a time, so that most queries wait in its queue. */
const QUERIES = 400;

/** Counts each outcome; never resolves if a query is never answered. */
async function outcomesOf(queries: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.allSettled(queries)) {
    const key = outcome.status === "fulfilled" ? "answered" : outcome.reason.code;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function terminate(pid: number) {
  await database.sql`select pg_terminate_backend(${pid})`;
}

async function pidOf(sql: Pick<Sql, "unsafe">): Promise<number> {
  const [row] = await sql.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid");
  return row?.pid as number;
}

/** Runs a long query on this connection, queues many behind it, and closes the connection. */
async function closeWhileBusy(connection: Sql | Tx) {
  const pid = await pidOf(connection);
  const running = [
    connection.unsafe("select pg_sleep(600)"),
    ...Array.from({ length: QUERIES }, () => connection`select 1`),
  ].map(async (query) => await query);
  const outcomes = outcomesOf(running);
  await terminate(pid);
  const counts = await outcomes;
  expect(counts.answered).toBeUndefined();
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(QUERIES + 1);
}

test("every query of a reserved connection is rejected when the connection closes", async () => {
  const sql = connect(database.url, { max: 1 });
  try {
    const reserved = await sql.reserve();
    await closeWhileBusy(reserved);
    reserved.release();
    // The pool is still usable.
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test("every query of a transaction is rejected when the connection closes", async () => {
  const sql = connect(database.url, { max: 1 });
  let check: Promise<void> | undefined;
  try {
    const transaction = sql.begin((tx) => {
      check = closeWhileBusy(tx);
      return check;
    });
    await expect(transaction).rejects.toThrow();
    expect(check).toBeDefined();
    // The transaction may be rejected before its queries are counted.
    await check;
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test("an error in the first row of a COPY reaches its reader, although it comes before anybody listens", async () => {
  const sql = connect(database.url, { max: 1 });
  try {
    const copy = "copy (select 1 / (number - 1) from generate_series(1, 2) as number) to stdout";
    for (let round = 0; round < 20; round++) {
      const rows = await sql.unsafe(copy).readable();
      const read = async () => {
        for await (const _chunk of rows);
      };
      await expect(read()).rejects.toMatchObject({ code: "22012" });
    }
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test("a query sent between the error of a connection and its close is rejected", async () => {
  let socket: Socket | undefined;
  const options = {
    max: 1,
    onnotice: () => {},
    socket: async ({ host, port }: { host: string[]; port: number[] }) => {
      socket = createConnection(port[0] ?? 5432, host[0]);
      await once(socket, "connect");
      return socket;
    },
  };
  const sql = postgres(database.url, options);
  try {
    await sql`select 1`;
    const late = new Promise((resolve) => {
      socket?.once("error", () => resolve(sql`select 1`.then(() => "answered").catch(codeOf)));
    });
    socket?.destroy(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
    expect(await late).toBe("CONNECTION_CLOSED");
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  } finally {
    await sql.end({ timeout: 1 });
  }
});

const codeOf = (error: { code?: unknown }) => error.code;

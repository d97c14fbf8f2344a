import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Sql } from "../../server/database/connect.ts";
import type { Tx } from "../support/databases/personas.ts";
import { createBareDatabase, type TestDatabase } from "../support/databases/postgres.ts";
import { refuseUnhandledErrors } from "../support/unhandled-errors.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createBareDatabase(17);
});
afterAll(() => database.drop());
refuseUnhandledErrors();

/** More queries than a connection pipelines, so that most of them wait in its queue. */
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

test("an error in the first row of a COPY reaches its reader, although it occurs before the reader listens", async () => {
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

test("an error in a row of a COPY ends the stream that has written it", async () => {
  const sql = connect(database.url, { max: 1 });
  try {
    const reserved = await sql.reserve();
    await reserved.unsafe("create temporary table numbers (value int)");
    const rows = await reserved.unsafe("copy numbers from stdin").writable();
    await expect(pipeline(["1\n", "none\n"], rows)).rejects.toMatchObject({ code: "22P02" });
    expect(await reserved`select value from numbers`).toEqual([]);
    reserved.release();
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test.each(["returns", "throws"])(
  "a cursor whose callback %s after its connection was lost leaves the next connection alone",
  async (end) => {
    let onclose = () => {};
    const closed = new Promise<void>((resolve) => {
      onclose = resolve;
    });
    const sql = postgres(database.url, { max: 1, onclose: () => onclose() });
    let taking: Promise<void> = Promise.resolve();
    let running: Promise<unknown> = Promise.resolve();
    try {
      const pid = await pidOf(sql);
      const take = async () => {
        await terminate(pid);
        await closed;
        await sql`select 1`;
        running = sql`select 2 as two from pg_sleep(0.2)`.execute();
        // The driver has sent the query and is waiting for the response.
        await setImmediate();
        if (end === "throws") throw new Error("too late");
      };
      const rows = sql`select * from generate_series(1, 3) as number`.cursor(1, () => {
        taking = take();
        return taking;
      });
      await expect(rows).rejects.toThrow();
      await taking.catch(() => {});
      expect(await running).toEqual([{ two: 2 }]);
      expect(await sql`select 3 as three`).toEqual([{ three: 3 }]);
    } finally {
      await sql.end({ timeout: 1 });
    }
  },
);

import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import postgres from "postgres";
import { afterEach, expect, test } from "vitest";
import { type Reply, startScriptedPostgres } from "../support/fakes/scripted-postgres.ts";
import { refuseUnhandledErrors } from "../support/unhandled-errors.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(cleanups.splice(0).map((cleanup) => cleanup())));
refuseUnhandledErrors();

/** A pool of one connection, which reconnects at once. */
async function open(
  script: (query: string, connection: number) => Reply,
  options: postgres.Options<Record<string, never>> = {},
) {
  const server = await startScriptedPostgres(script);
  const sql = postgres(server.url, { max: 1, backoff: () => 0, fetch_types: false, ...options });
  cleanups.push(async () => {
    await sql.end({ timeout: 0 });
    await server.close();
  });
  return { sql, received: server.received };
}

/** The driver's own socket, through an option that its types lack. */
function exposeSocket() {
  const exposed: { socket?: Socket } = {};
  const socket = async ({ host, port }: { host: string[]; port: number[] }) => {
    exposed.socket = createConnection(port[0] ?? 5432, host[0]);
    await once(exposed.socket, "connect");
    return exposed.socket;
  };
  return { exposed, options: { max: 1, socket } };
}

const outcomeOf = (query: Promise<unknown>) =>
  query.then(
    () => "answered",
    (error: { code?: unknown }) => error.code,
  );

/** Whether a query loads the types of arrays. */
const isTypes = (query: string) => query.includes("typarray");

test("a connection sends its queries even if the previous one closed before a scheduled write", async () => {
  const { exposed, options } = exposeSocket();
  const { sql } = await open(() => "answer", options);
  await sql.unsafe("select 1");
  const neighbors = await Promise.all(
    [1, 2].map(async () => {
      const socket = createConnection(exposed.socket?.remotePort ?? 0, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    }),
  );
  // Sockets that are destroyed together close in one phase of the event loop, in any order. The driver
  // accepts the query of the first one before its own socket closes, and writes it in a later phase.
  const queries = neighbors.map(async (socket) => {
    await once(socket, "close");
    return outcomeOf(sql.unsafe("select 2"));
  });
  neighbors[0]?.destroy();
  exposed.socket?.destroy();
  neighbors[1]?.destroy();
  expect(await Promise.all(queries)).toContain("CONNECTION_CLOSED");
  expect(await outcomeOf(sql.unsafe("select 3"))).toBe("answered");
});

test("a query sent between the error of a connection and its close is rejected", async () => {
  const { exposed, options } = exposeSocket();
  const { sql } = await open(() => "answer", options);
  await sql.unsafe("select 1");
  const late = new Promise((resolve) => {
    exposed.socket?.once("error", () => resolve(outcomeOf(sql.unsafe("select 2"))));
  });
  exposed.socket?.destroy(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
  expect(await late).toBe("CONNECTION_CLOSED");
  expect(await outcomeOf(sql.unsafe("select 3"))).toBe("answered");
});

test("a query is rejected when the connection that replaces a lost one is refused", async () => {
  const { sql } = await open((query, connection) => {
    if (connection === 2) return { fatal: "57P03" };
    return query === "select lost" ? "close" : "answer";
  });
  expect(await outcomeOf(sql.unsafe("select lost"))).toBe("CONNECTION_CLOSED");
  expect(await outcomeOf(sql.unsafe("select refused"))).toBe("57P03");
  expect(await outcomeOf(sql.unsafe("select 1"))).toBe("answered");
});

test("a query is rejected when the types are lost and the next connection is refused", async () => {
  const { sql } = await open(
    (query, connection) => {
      if (connection === 2) return { fatal: "57P03" };
      return connection === 1 && isTypes(query) ? "close" : "answer";
    },
    { fetch_types: true },
  );
  expect(await outcomeOf(sql.unsafe("select 1"))).toBe("57P03");
  expect(await outcomeOf(sql.unsafe("select 1"))).toBe("answered");
});

test("the error that ended a connection does not reject the first query of the next connection", async () => {
  const { sql } = await open((query) => (query === "select lost" ? { fatal: "57P01" } : "answer"));
  expect(await outcomeOf(sql.unsafe("select lost"))).toBe("CONNECTION_CLOSED");
  expect(await outcomeOf(sql.unsafe("select 1"))).toBe("answered");
});

test.each(["close", { error: "22012" }] as const)(
  "rows before %j are not counted in the next result",

  async (end) => {
    const { sql } = await open((query) => {
      if (query === "connect") return "answer";
      return query === "select half" ? { rows: ["a", "b"], end } : { rows: ["c"], end: "answer" };
    });
    expect(await outcomeOf(sql.unsafe("select half"))).not.toBe("answered");
    expect([...(await sql.unsafe("select whole"))]).toEqual([{ value: "c" }]);
  },
);

test("a reservation succeeds when its connection is lost while the types load", async () => {
  const { sql } = await open(
    (query, connection) => (connection === 1 && isTypes(query) ? "close" : "answer"),
    { fetch_types: true },
  );
  const reserved = await sql.reserve();
  expect(await outcomeOf(reserved.unsafe("select 1"))).toBe("answered");
  reserved.release();
});

test.each([true, false])(
  "a reservation gets the connection that is opened for it, whether or not types load (%s)",
  async (fetch_types) => {
    const { sql } = await open(() => "answer", { fetch_types });
    const reserved = await sql.reserve();
    expect(await outcomeOf(reserved.unsafe("select 1"))).toBe("answered");
    reserved.release();
  },
);

test("a refused reservation leaves the queue", async () => {
  const { sql } = await open(
    (_query, connection) => (connection === 1 ? { fatal: "57P03" } : "answer"),
    { fetch_types: true },
  );
  expect(await outcomeOf(sql.reserve())).toBe("57P03");
  const reserved = await sql.reserve();
  // The next caller in the queue gets the connection.
  reserved.release();
  expect(await outcomeOf(sql.unsafe("select 1"))).toBe("answered");
});

/** Reserves the only connection, loses it, and reserves the next one. */
async function reserveTwice() {
  const { sql, received } = await open((query) => (query === "select lost" ? "close" : "answer"), {
    fetch_types: true,
  });
  const first = await sql.reserve();
  const waiting = sql.reserve();
  expect(await outcomeOf(first.unsafe("select lost"))).toBe("CONNECTION_CLOSED");
  return { sql, received, first, second: await waiting };
}

test("a waiting reservation gets the connection that replaces a lost one", async () => {
  const { second } = await reserveTwice();
  expect(await outcomeOf(second.unsafe("select 1"))).toBe("answered");
});

test("a lost reservation sends nothing on another caller's connection", async () => {
  const { received, first, second } = await reserveTwice();
  expect(await outcomeOf(first.unsafe("select late"))).toBe("CONNECTION_CLOSED");
  await second.unsafe("select 1");
  expect(received).not.toContain("2: select late");
});

test("a lost reservation does not release another caller's connection", async () => {
  const { sql, received, first, second } = await reserveTwice();
  first.release();
  const other = outcomeOf(sql.unsafe("select other"));
  await second.unsafe("select 1");
  expect(received).not.toContain("2: select other");
  second.release();
  expect(await other).toBe("answered");
});

test("a lost transaction sends nothing on another caller's connection", async () => {
  const { sql, received } = await open((query) => (query === "select lost" ? "close" : "answer"), {
    fetch_types: true,
  });
  const late: Promise<unknown>[] = [];
  let ended: Promise<void> = Promise.resolve();
  const transaction = sql.begin((tx) => {
    ended = (async () => {
      await outcomeOf(tx.unsafe("select lost"));
      const other = await sql.reserve();
      late.push(outcomeOf(tx.unsafe("select late")));
      late.push(outcomeOf(tx.savepoint((point) => point.unsafe("select later"))));
      await Promise.all(late);
      await other.unsafe("select 1");
    })();
    return ended;
  });
  expect(await outcomeOf(transaction)).toBe("CONNECTION_CLOSED");
  await ended;
  expect(await Promise.all(late)).toEqual(["CONNECTION_CLOSED", "CONNECTION_CLOSED"]);
  expect(received.filter((query) => /late|savepoint/.test(query))).toEqual([]);
});

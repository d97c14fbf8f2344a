import { once } from "node:events";
import { open } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connect } from "./connect.ts";
import { isDatabaseAway } from "./database-away.ts";

const failureOf = (work: Promise<unknown>) =>
  work.then(() => null).catch((error: unknown) => error);

it("isDatabaseAway recognizes a database that refuses, drops or never accepts the connection", async () => {
  const server = createServer((socket) => socket.resetAndDestroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const query = async (url: string) => {
    const sql = connect(url, { max: 1 });
    const errors = [
      await failureOf(sql`select 1`),
      await failureOf(sql.begin((tx) => tx`select 1`)),
      await failureOf(sql.reserve()),
    ];
    await sql.end({ timeout: 0 });
    return errors.map(isDatabaseAway);
  };
  expect(await query(`postgresql://a@127.0.0.1:${port}/a`)).toEqual([true, true, true]);
  server.close();
  await once(server, "close");
  expect(await query(`postgresql://a@127.0.0.1:${port}/a`)).toEqual([true, true, true]);
});

it("isDatabaseAway recognizes a database that accepts no connections", () => {
  expect(isDatabaseAway({ code: "55000", severity: "FATAL" })).toBe(true);
  expect(isDatabaseAway({ code: "55000", severity: "ERROR" })).toBe(false);
});

it.each(["57P01", "57P02", "57P03", "08006", "53300", "CONNECTION_CLOSED", "CONNECT_TIMEOUT"])(
  "isDatabaseAway recognizes %s",
  (code) => expect(isDatabaseAway({ code })).toBe(true),
);

it.each([
  ["a canceled statement", { code: "57014" }],
  ["a full disk", { code: "ENOSPC", syscall: "write" }],
  ["a client that left", Object.assign(new Error("aborted"), { code: "ECONNRESET" })],
  ["a bucket's error", new Error("away", { cause: { code: "ECONNREFUSED", syscall: "connect" } })],
  ["nothing", null],
])("isDatabaseAway does not recognize %s", (_, error) => expect(isDatabaseAway(error)).toBe(false));

it("isDatabaseAway does not recognize a missing file", async () => {
  const error = await failureOf(open(join(tmpdir(), crypto.randomUUID())));
  expect(error).toMatchObject({ code: "ENOENT" });
  expect(isDatabaseAway(error)).toBe(false);
});

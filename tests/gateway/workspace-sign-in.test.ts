import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ACCOUNT,
  type Answer,
  type FunctionBench,
  startFunctionBench,
  statusOf,
} from "../support/bench/function-bench.ts";
import { startTestGateway, visitor } from "../support/sites/gateway.ts";

let bench: FunctionBench;

beforeAll(async () => {
  bench = await startFunctionBench();
});
afterAll(() => bench.gateway.stop());
beforeEach(() => bench.reset());

describe("workspace sign-in", () => {
  it.each(["Backroom", "BACKROOM", " backroom ", "back@room.example", "Back@Room.Example"])(
    "accepts %j",
    async (identifier) => {
      await bench.create();
      const answer = await bench.enter(identifier, ACCOUNT.password);
      expect(Object.keys(answer.body).sort()).toEqual(["access_token", "refresh_token"]);
      const session = await bench.sessionFrom(answer);
      expect((await session.from("workspace_users").select()).data).toHaveLength(1);
    },
  );

  it("answers every failure with the same message, and never with an email", async () => {
    await bench.create();
    const failures = [
      bench.enter("backroom", "wrong password"),
      bench.enter("nobody", ACCOUNT.password),
      bench.enter("nobody@room.example", ACCOUNT.password),
      bench.enter("back%", ACCOUNT.password),
      bench.enter("owner@example.test", bench.owner.password),
      bench.enter(bench.stranger.email, bench.stranger.password),
      bench.enter("", "x"),
      bench.enter("backroom", ""),
    ];
    for (const { status, body } of await Promise.all(failures)) {
      expect([status, body]).toEqual([400, { error: "Invalid username or password." }]);
    }
  });

  it("never tries the owner's account", async () => {
    const { sql } = bench.gateway.database;
    const countSessions = async () => (await sql`select 1 from auth.sessions`).length;
    const before = await countSessions();
    const { email, password } = bench.owner;
    expect((await bench.enter(email, password)).status).toBe(400);
    expect(await countSessions()).toBe(before);
  });

  it("refuses everyone when there is no workspace user", async () => {
    const { status, body } = await bench.enter("backroom", ACCOUNT.password);
    expect([status, body]).toEqual([400, { error: "Invalid username or password." }]);
  });

  it.each(["backroom", "nobody"])("limits attempts on %s, known or not", async (name) => {
    await bench.create();
    const answers: Answer[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) answers.push(await bench.enter(name, "wrong"));
    expect(answers.map(({ status }) => status)).toEqual([...Array(9).fill(400), 429]);
    expect(Number(answers[9]?.retryAfter)).toBeGreaterThan(0);
    expect((await bench.enter("backroom", ACCOUNT.password)).status).toBe(429);
  });

  it("counts the visitor's address, not the server's", async () => {
    await bench.create();
    const proxied = await startTestGateway({
      database: bench.gateway.database,
      secrets: bench.gateway.secrets,
      environment: { FOYER_TRUST_PROXY: "on" },
    });
    const from = (address: string, name: string) => {
      const client = visitor(proxied);
      return client.functions
        .invoke("workspace-sign-in", {
          body: { identifier: name, password: "wrong" },
          headers: { "x-forwarded-for": `6.6.6.6, ${address}` },
        })
        .then(({ error }) => statusOf(error));
    };
    try {
      for (let attempt = 1; attempt <= 9; attempt++) {
        expect(await from("203.0.113.1", `guess ${attempt}`)).toBe(400);
      }
      expect(await from("203.0.113.1", "one more")).toBe(429);
      expect(await from("203.0.113.2", "one more")).toBe(400);
    } finally {
      await proxied.stop();
    }
  });
});

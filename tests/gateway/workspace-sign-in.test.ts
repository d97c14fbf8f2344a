import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ACCOUNT,
  type Answer,
  type FunctionBench,
  startFunctionBench,
} from "../support/bench/function-bench.ts";

let bench: FunctionBench;

beforeAll(async () => {
  bench = await startFunctionBench();
});
afterAll(() => bench.gateway.stop());
beforeEach(() => bench.reset());

describe("workspace sign-in", () => {
  it.each(["Backroom", "BACKROOM", " backroom ", "back@room.example", "Back@Room.Example"])(
    "workspace sign-in accepts %j",
    async (identifier) => {
      await bench.create();
      const answer = await bench.enter(identifier, ACCOUNT.password);
      expect(Object.keys(answer.body).sort()).toEqual(["access_token", "refresh_token"]);
      const session = await bench.sessionFrom(answer);
      expect((await session.from("workspace_users").select()).data).toHaveLength(1);
    },
  );

  it("workspace sign-in answers every failure with the same message, never with an email or a session", async () => {
    await bench.create();
    const { sql } = bench.gateway.database;
    const countSessions = async () => (await sql`select from auth.sessions`).length;
    const before = await countSessions();
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
    expect(await countSessions()).toBe(before);
  });

  it("workspace sign-in refuses everyone when there is no workspace user", async () => {
    const { status, body } = await bench.enter("backroom", ACCOUNT.password);
    expect([status, body]).toEqual([400, { error: "Invalid username or password." }]);
  });

  it.each(["backroom", "nobody"])(
    "workspace sign-in limits attempts on %s, known or not",
    async (name) => {
      await bench.create();
      const answers: Answer[] = [];
      for (let attempt = 1; attempt <= 10; attempt++)
        answers.push(await bench.enter(name, "wrong"));
      expect(answers.map(({ status }) => status)).toEqual([...Array(9).fill(400), 429]);
      expect(Number(answers[9]?.retryAfter)).toBeGreaterThan(0);
      expect((await bench.enter("backroom", ACCOUNT.password)).status).toBe(429);
    },
  );
});

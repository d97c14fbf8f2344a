import { beforeEach, expect, it } from "vitest";
import { createAdmission } from "./signed-in-first.ts";

let admission: ReturnType<typeof createAdmission>;
/** Names of the started requests, in the order of their starts. */
let started: string[];

beforeEach(() => {
  admission = createAdmission();
  started = [];
});

function sendVisitors(count: number): Promise<unknown> {
  const send = (_: unknown, n: number) =>
    admission.visitor(async () => started.push(`visitor ${n}`));
  return Promise.all(Array.from({ length: count }, send));
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it("sixteen visitors' requests start in each turn of the event loop, in the order they arrived", async () => {
  const all = sendVisitors(40);
  expect(started).toHaveLength(16);
  await nextTurn();
  expect(started).toHaveLength(32);
  await all;
  expect(started).toEqual(Array.from({ length: 40 }, (_, n) => `visitor ${n}`));
});

it("a visitor's request waits for earlier ones, also when another turn has begun", async () => {
  const all = sendVisitors(40);
  await nextTurn();
  await Promise.all([all, admission.visitor(async () => void started.push("late"))]);
  expect(started.at(-1)).toBe("late");
});

it("a signed-in person's request starts at once, before visitors' earlier ones", async () => {
  const all = sendVisitors(40);
  expect(await admission.signedIn(async () => started.length)).toBe(16);
  await all;
});

it("while a signed-in person's request runs, two visitors' requests start in each turn", async () => {
  let answer = () => {};
  const running = admission.signedIn(() => new Promise<void>((resolve) => (answer = resolve)));
  const all = sendVisitors(40);
  expect(started).toHaveLength(2);
  await nextTurn();
  expect(started).toHaveLength(4);
  answer();
  await running;
  await nextTurn();
  expect(started).toHaveLength(20);
  await all;
});

it("visitors' requests start in their usual number after a signed-in person's request has failed", async () => {
  const failing = admission.signedIn(() => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  const all = sendVisitors(40);
  expect(started).toHaveLength(16);
  await all;
});

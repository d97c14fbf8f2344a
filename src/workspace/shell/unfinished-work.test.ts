import { afterEach, expect, it, vi } from "vitest";
import { askBeforeSignOut, beforeSignOut, finishWork, maySignOut } from "./unfinished-work.ts";

const disposers: (() => void)[] = [];
afterEach(() => {
  for (const dispose of disposers.splice(0)) dispose();
  vi.useRealTimers();
});
const work = (finish: () => Promise<void>) => disposers.push(beforeSignOut(finish));

it("signing out waits for all pending saves", async () => {
  const done: string[] = [];
  for (const name of ["a", "b"]) {
    work(async () => {
      await Promise.resolve();
      done.push(name);
    });
  }
  await finishWork();
  expect(done).toEqual(["a", "b"]);
});

it("signing out is not delayed by failures, immediate or later, and still runs the other tasks", async () => {
  const last = vi.fn(async () => {});
  work(() => {
    throw new Error("at once");
  });
  work(() => Promise.reject(new Error("later")));
  work(last);
  await expect(finishWork()).resolves.toBeUndefined();
  expect(last).toHaveBeenCalledOnce();
});

it("signing out waits at most three seconds", async () => {
  vi.useFakeTimers();
  work(() => new Promise(() => {}));
  const finished = vi.fn();
  void finishWork().then(finished);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(finished).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(finished).toHaveBeenCalledOnce();
});

it("signing out does not run disposed tasks", async () => {
  const finish = vi.fn(async () => {});
  beforeSignOut(finish)();
  await finishWork();
  expect(finish).not.toHaveBeenCalled();
});

it("signing out asks all registered questions, one after another, until they are disposed", async () => {
  expect(await maySignOut()).toBe(true);
  const asked: string[] = [];
  const ask = (name: string, answer: boolean) =>
    askBeforeSignOut(async () => {
      await Promise.resolve();
      asked.push(name);
      return answer;
    });
  disposers.push(ask("a", true));
  const dispose = ask("b", false);
  disposers.push(ask("c", true));
  expect(await maySignOut()).toBe(false);
  expect(asked).toEqual(["a", "b"]);
  dispose();
  expect(await maySignOut()).toBe(true);
});

import { expect, it } from "vitest";
import { createTurns } from "./in-turn.ts";

/** Creates tasks that end on demand. */
function works() {
  const ends: (() => void)[] = [];
  const started: string[] = [];
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  return { ends, started, work };
}

it("a queue runs a limited number of tasks at a time, in order, even after one has failed", async () => {
  const inTurn = createTurns(2);
  const { ends, started, work } = works();
  const failed = inTurn(() => Promise.reject(new Error("no")));
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => inTurn(work(name)));
  await expect(failed).rejects.toThrow("no");
  await expect.poll(() => started).toEqual(["a", "b"]);
  ends[1]?.();
  expect(await b).toBe("b");
  await expect.poll(() => started).toEqual(["a", "b", "c"]);
  ends[0]?.();
  ends[2]?.();
  await expect.poll(() => started).toEqual(["a", "b", "c", "d"]);
  ends[3]?.();
  expect(await Promise.all([a, c, d])).toEqual(["a", "c", "d"]);
});

it("a queue skips a task that is aborted before its turn, not one that has started", async () => {
  const inTurn = createTurns(1);
  const { ends, started, work } = works();
  const stop = new AbortController();
  const first = inTurn(work("first"), stop.signal);
  const second = inTurn(work("second"), stop.signal);
  const third = inTurn(work("third"));
  stop.abort();
  await expect(second).rejects.toBe(stop.signal.reason);
  ends[0]?.();
  expect(await first).toBe("first");
  await expect.poll(() => started).toEqual(["first", "third"]);
  ends[1]?.();
  await third;
  await expect(inTurn(work("fourth"), stop.signal)).rejects.toBe(stop.signal.reason);
});

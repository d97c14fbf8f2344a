import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { grouped } from "./grouped.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Doubles numbers; refuses a group with a negative number, and everything while offline. */
function createDoubling(most = 3) {
  const groups: number[][] = [];
  const state = { away: false };
  const double = grouped(
    async (items: number[]) => {
      groups.push(items);
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (state.away) throw new Error("away");
      for (const item of items) if (item < 0) throw new Error(`${item} is negative`);
      return items.map((item) => item * 2);
    },
    { most, isFinal: (error) => (error as Error).message === "away" },
  );
  const all = async (items: number[]) => {
    const answers = Promise.allSettled(items.map(double));
    await vi.runAllTimersAsync();
    return (await answers).map((one) =>
      one.status === "fulfilled" ? one.value : (one.reason as Error).message,
    );
  };
  return { groups, state, double, all };
}

it("grouped sends calls together, and returns each call its own answer", async () => {
  const { groups, all } = createDoubling();
  expect(await all([1, 2, 3, 4])).toEqual([2, 4, 6, 8]);
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

it("grouped collects calls while a group is under way, and starts a group at once when idle", async () => {
  const { groups, double, all } = createDoubling();
  const first = double(1);
  await vi.advanceTimersByTimeAsync(50);
  expect(await all([2, 3])).toEqual([4, 6]);
  expect(await first).toBe(2);
  expect(await all([4])).toEqual([8]);
  expect(groups).toEqual([[1], [2, 3], [4]]);
});

it("grouped sends the calls of a refused group individually, unless all would get the same answer", async () => {
  const { groups, state, all } = createDoubling();
  expect(await all([1, -2, 3])).toEqual([2, "-2 is negative", 6]);
  expect(groups).toEqual([[1, -2, 3], [1], [-2], [3]]);
  state.away = true;
  expect(await all([4, 5])).toEqual(["away", "away"]);
  expect(groups.at(-1)).toEqual([4, 5]);
});

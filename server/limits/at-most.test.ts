import { expect, it } from "vitest";
import { atMost } from "./at-most.ts";

it("as many tasks run at once as allowed, and the others follow in order, also after a failure", async () => {
  const inTurn = atMost(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const tasks = [0, 1, 2, 3].map((n) =>
    inTurn(async () => {
      started.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 0) throw new Error("failed");
      return n;
    }),
  );
  expect(started).toEqual([0, 1]);
  ends[0]?.();
  await expect(tasks[0]).rejects.toThrow("failed");
  expect(started).toEqual([0, 1, 2]);
  ends[1]?.();
  expect(await tasks[1]).toBe(1);
  expect(started).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  expect(await Promise.all(tasks.slice(2))).toEqual([2, 3]);
});

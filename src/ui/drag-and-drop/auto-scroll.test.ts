import { expect, it } from "vitest";
import { stepAt } from "./auto-scroll.ts";

it.each([
  [300, 0],
  [157, 0],
  [143, -5],
  [100, -20],
  [40, -20],
  [443, 0],
  [458, 5],
  [500, 20],
  [900, 20],
])("a drag at %d between the edges 100 and 500 scrolls by %d", (y, step) => {
  expect(stepAt(y, 100, 500)).toBe(step);
});

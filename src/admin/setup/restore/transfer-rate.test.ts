import { expect, it } from "vitest";
import { createTransferRate, formatDuration } from "./transfer-rate.ts";

it("measures the last ten seconds, and nothing in the first two", () => {
  const rate = createTransferRate();
  expect(rate.measure(0, 0)).toBeNull();
  expect(rate.measure(5000, 1999)).toBeNull();
  expect(rate.measure(6000, 3000)).toBe(2000);
  expect(rate.measure(6000, 12_999)).toBe(0);
});

it.each([
  [0.2, "1 s"],
  [59, "59 s"],
  [80, "1 min 20 s"],
  [3661, "1 h 1 min"],
])("writes %d seconds as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

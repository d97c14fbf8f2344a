import { expect, it } from "vitest";
import { createTransferRate } from "./transfer-rate.ts";

it("measures the last ten seconds, and nothing in the first two", () => {
  const rate = createTransferRate();
  expect(rate.measure(0, 0)).toBeNull();
  expect(rate.measure(5000, 1999)).toBeNull();
  expect(rate.measure(6000, 3000)).toBe(2000);
  expect(rate.measure(6000, 12_999)).toBe(0);
});

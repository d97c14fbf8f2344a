import { expect, it } from "vitest";
import { barHeight, dayNames, shortCount } from "./chart-scale.ts";

it("scales bars to the maximum of the data", () => {
  expect(barHeight(10, [0, 10, 40])).toBe(25);
  expect(barHeight(40, [0, 10, 40])).toBe(100);
});

it("scales bars to 5 while there are fewer visits", () => {
  expect(barHeight(1, [0, 1, 0])).toBe(20);
  expect(barHeight(5, [5])).toBe(100);
  expect(barHeight(0, [])).toBe(0);
});

it("reads the date as the counted day in every time zone", () => {
  expect(dayNames("2026-11-21")).toEqual({ short: "Sat", long: "Saturday, November 21" });
  expect(dayNames("2027-01-01")).toEqual({ short: "Fri", long: "Friday, January 1" });
});

it("abbreviates counts that do not fit above a bar", () => {
  expect([0, 9_999, 10_000, 142_857, 1_000_000].map(shortCount)).toEqual([
    "0",
    "9,999",
    "10K",
    "142.9K",
    "1M",
  ]);
});

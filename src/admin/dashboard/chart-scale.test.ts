import { expect, it } from "vitest";
import { barHeight, dayNames, shortCount } from "./chart-scale.ts";

it.each([
  [10, [0, 10, 40], 25],
  [40, [0, 10, 40], 100],
  [1, [0, 1, 0], 20],
  [5, [5], 100],
  [0, [], 0],
])(
  "barHeight scales %i of %j to %i percent, and to 5 while there are fewer visits",
  (count, all, height) => {
    expect(barHeight(count, all)).toBe(height);
  },
);

it("dayNames returns the names of the same calendar day in every time zone", () => {
  expect(dayNames("2026-11-21")).toEqual({ short: "Sat", long: "Saturday, November 21" });
  expect(dayNames("2027-01-01")).toEqual({ short: "Fri", long: "Friday, January 1" });
});

it("shortCount abbreviates counts that do not fit above a bar", () => {
  expect([0, 9_999, 10_000, 142_857, 1_000_000].map(shortCount)).toEqual([
    "0",
    "9,999",
    "10K",
    "142.9K",
    "1M",
  ]);
});

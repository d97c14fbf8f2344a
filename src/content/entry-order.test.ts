import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inChosenOrder, latestRole, newestFirst } from "./entry-order.ts";

describe("inChosenOrder", () => {
  const order = (...positions: (number | null)[]) =>
    inChosenOrder(positions.map((position, rank) => ({ position, rank }))).map(({ rank }) => rank);

  it.each([
    ["without positions: the default order", [null, null, null], [0, 1, 2]],
    ["with positions: these", [3, 1, 2], [1, 2, 0]],
    ["equal positions: the default order", [1, 1, 0], [2, 0, 1]],
    ["an entry before all others in the default order: first", [null, 2, 1], [0, 2, 1]],
    ["an entry after all others: last", [2, 1, null], [1, 0, 2]],
    [
      "entries between two: both before the next one, in the default order",
      [1, null, null, 2],
      [0, 1, 2, 3],
    ],
    ["an entry before one that was moved up", [5, null, 1], [1, 2, 0]],
  ])("inChosenOrder sorts %s", (_, positions, expected) => {
    expect(order(...positions)).toEqual(expected);
  });

  it("inChosenOrder keeps every entry, and the chosen order of those that have a position", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 9 }))), (positions) => {
        const ranks = order(...positions);
        expect([...ranks].sort((a, b) => a - b)).toEqual(positions.map((_, rank) => rank));
        const placed = ranks.flatMap((rank) => positions[rank] ?? []);
        expect(placed).toEqual([...placed].sort((a, b) => a - b));
      }),
    );
  });
});

describe("newestFirst", () => {
  it("newestFirst sorts by the start month, or by the day an entry was added, and otherwise keeps the order", () => {
    const entry = (created_at: string, start_month: string | null) => ({ created_at, start_month });
    const entries = [
      entry("2026-11-22T10:00:00+00:00", "2015-01-01"),
      entry("2026-11-22T09:00:00+00:00", null),
      entry("2026-11-22T08:00:00+00:00", null),
      entry("2020-01-01T00:00:00+00:00", "2027-01-01"),
    ];
    const sorted = newestFirst(entries).map((one) => entries.indexOf(one));
    expect(sorted).toEqual([3, 1, 2, 0]);
  });
});

describe("latestRole", () => {
  const role = (start_month: string | null, end_month: string | null = null) => ({
    start_month,
    end_month,
  });

  it.each([
    [
      "the running role that started last",
      [role("2015-01-01"), role("2023-01-01"), role("2019-01-01")],
      1,
    ],
    ["the first in order when none has months", [role(null), role(null)], 0],
    [
      "the first in order when all have ended",
      [role("2010-01-01", "2012-01-01"), role("2015-01-01", "2016-01-01")],
      0,
    ],
    [
      "a running role rather than one that started later and ended",
      [role("2024-01-01", "2024-06-01"), role("2020-01-01")],
      1,
    ],
    ["the first of two that started in one month", [role("2020-01-01"), role("2020-01-01")], 0],
  ])("latestRole is %s", (_, roles, index) => {
    expect(latestRole(roles)).toBe(roles[index]);
  });

  it("latestRole is undefined without roles", () => {
    expect(latestRole([])).toBeUndefined();
  });
});

import { expect, it } from "vitest";
import { findName } from "./type-ahead.ts";

const names = ["Box", "alpha.txt", "Ábc.txt", "beta.txt", "Beta 2.txt"];

it.each([
  ["a", 0, 1],
  ["a", 2, 2],
  ["ab", 0, 2],
  ["beta ", 0, 4],
  ["b", 4, 4],
  ["b", 5, 0],
  ["x", 0, -1],
])(
  "findName finds %j, starting at row %i, in row %i, ignoring case and accents",
  (text, from, found) => {
    expect(findName(names, text, from)).toBe(found);
  },
);

it("findName finds nothing in an empty list", () => {
  expect(findName([], "a", 1)).toBe(-1);
});

import { describe, expect, it } from "vitest";
import { partToLoad, rowsMoved } from "./list-window.ts";

describe("the part to load", () => {
  const middle = { before: 400, loaded: 800, hasNewer: true, hasOlder: true };

  it.each([
    ["nothing far from both edges", middle, { first: 600, last: 620 }, null],
    ["newer messages near the first loaded row", middle, { first: 419, last: 440 }, "newer"],
    ["older messages near the last loaded row", middle, { first: 1160, last: 1181 }, "older"],
    [
      "the first page, back at the top from far below",
      middle,
      { first: 0, last: 20 },
      "first page",
    ],
    ["newer messages, if they are within three pages", middle, { first: 90, last: 110 }, "newer"],
    ["no newer ones at the start", { ...middle, hasNewer: false }, { first: 400, last: 420 }, null],
    ["no older ones at the end", { ...middle, hasOlder: false }, { first: 1180, last: 1199 }, null],
  ] as const)("the part to load is %s", (_case, rows, view, part) => {
    expect(partToLoad(rows, view)).toBe(part);
  });
});

describe("a row in view moves", () => {
  const part = (ids: string, before = 0) => ({
    messages: [...ids].map((id) => ({ id })),
    before,
  });

  it.each([
    ["down when messages arrive above", part("cdef"), part("abcdef"), 1, 2],
    ["up when messages above are removed", part("abcdef"), part("bdef"), 3, -2],
    ["not when messages below are removed", part("abcdef"), part("abcd"), 1, 0],
    ["not when it is removed, and the next one takes its row", part("abcd"), part("acd"), 1, 0],
    ["not when a newer part is loaded above", part("cd", 2), part("abcd"), 2, 0],
    ["not when nothing of the last part is left", part("ab"), part("cd"), 0, 0],
  ])("a row in view moves %s", (_case, last, now, top, rows) => {
    expect(rowsMoved(last, now, top)).toBe(rows);
  });
});

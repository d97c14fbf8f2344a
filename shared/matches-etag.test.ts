import { describe, expect, it } from "vitest";
import { matchesEtag } from "./matches-etag.ts";

describe("matchesEtag", () => {
  it.each([
    [null, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ["*", true],
    ['"b"', false],
    ["a", false],
    ["", false],
  ])("matchesEtag for the header %j returns %s", (header, matches) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(matches);
  });
});

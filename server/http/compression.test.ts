import { describe, expect, it } from "vitest";
import { chooseEncoding, matchesEtag } from "./compression.ts";

describe("chooseEncoding", () => {
  it.each([
    [null, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["identity, *;q=0", "identity"],
    ["br;q=abc", "identity"],
    ["deflate", "identity"],
  ])("given %j, returns %s", (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});

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
  ])("%j is %s", (header, matches) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(matches);
  });
});

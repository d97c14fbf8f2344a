import { describe, expect, it } from "vitest";
import { chooseEncoding } from "./compression.ts";

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
  ])("for the header %j the chosen encoding is %s", (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRange } from "./byte-range.ts";

describe("parseRange", () => {
  it.each([
    [null, 10, null],
    ["bytes=0-", 10, { start: 0, end: 9 }],
    ["bytes=3-3", 10, { start: 3, end: 3 }],
    ["bytes=-3", 10, { start: 7, end: 9 }],
    ["bytes=5-100", 10, { start: 5, end: 9 }],
    ["bytes=10-", 10, "unsatisfiable"],
    ["bytes=0-", 0, "unsatisfiable"],
    ["bytes=-5", 0, "unsatisfiable"],
    ["bytes=-0", 10, "unsatisfiable"],
    ["bytes=4-3", 10, null],
    ["bytes=-99", 10, { start: 0, end: 9 }],
    ["lines=1-2", 10, null],
    ["bytes=a-b", 10, null],
    ["bytes=-", 10, null],
    ["bytes=1-2,4-5", 10, null],
    ["bytes=99999999999999999999-", 10, null],
  ])("parseRange reads %j of %i bytes", (header, size, range) => {
    expect(parseRange(header, size)).toEqual(range);
  });

  it("parseRange never exceeds the file, for any header", () => {
    const part = fc.oneof(fc.constant(""), fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String));
    fc.assert(
      fc.property(part, part, fc.nat({ max: 5000 }), (first, last, size) => {
        const range = parseRange(`bytes=${first}-${last}`, size);
        if (range === null || range === "unsatisfiable") return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});

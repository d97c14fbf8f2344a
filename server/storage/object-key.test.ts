import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StorageFailure } from "./failure.ts";
import { isValidKey, parseAddress } from "./object-key.ts";

describe("object keys", () => {
  it("object keys stay below their folder when valid, for any input", () => {
    const pieces = fc.constantFrom(" ", ..."a .. . / // %2e \\ \0 é ? ~".split(" "));
    const key = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((list) => list.join("")),
      fc.string(),
    );
    fc.assert(
      fc.property(key, (text) => {
        if (!isValidKey(text)) return;
        expect(posix.normalize(`/root/${text}`)).toBe(`/root/${text}`);
        expect(text).toMatch(/^[\x20-\x7e]{1,1024}$/);
      }),
      { numRuns: 500 },
    );
  });

  it("object keys are parsed from an encoded path, or rejected with 400", () => {
    expect(parseAddress("bucket/a%20b/c.txt")).toEqual({ bucket: "bucket", key: "a b/c.txt" });
    expect(parseAddress("bucket%2Fkey")).toEqual({ bucket: "bucket", key: "key" });
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const { bucket, key } = parseAddress(text);
          expect(isValidKey(key)).toBe(true);
          expect(bucket).not.toContain("/");
        } catch (error) {
          expect(error).toBeInstanceOf(StorageFailure);
          expect((error as StorageFailure).code).toBe(400);
        }
      }),
    );
  });
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { describeNewestDatabase } from "../support/databases/database-suite.ts";

/** Texts near the boundary between link and script: schemes, tricks and noise in random order. */
const tail = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...["https:", "http:", "mailto:", "javascript:", "data:", "vbscript:", "blob:", "ftp:"],
      ...["HTTPS:", "JaVaScRiPt:", "//", "/", "\\", "?", "#", "@", ":", ".", " ", "\t", "\n"],
      ...["\r", "\u0001", "\u001f", "\u007f", "\u0085", "\u00a0", "\u2028", "\ufeff", "%0a"],
      ...["example.org", "alert(1)", "a", "&#106;", "%6a"],
    ),
    fc.string({ maxLength: 4, unit: "grapheme" }),
  ),
  { maxLength: 7 },
);
const address = fc
  .tuple(fc.constantFrom("", "https://", "http:", "mailto:", "/", "javascript:"), tail)
  .map(([start, parts]) => [start, ...parts].join("").replaceAll("\u0000", ""));

const base = "https://foyer.example/page";

describeNewestDatabase("Column rules", (suite) => {
  const accepted = async (rule: "is_link_url" | "is_image_url", values: readonly string[]) => {
    const rows = await suite.sql<{ value: string }[]>`
      select value from unnest(${values as string[]}::text[]) as value
      where ${suite.sql(`private.${rule}`)}(value)`;
    return rows.map((row) => row.value);
  };

  it("column rules accept no unsafe link among 10,000 generated values", async () => {
    const values = fc.sample(address, { numRuns: 10_000, seed: 7 });
    const taken = await accepted("is_link_url", values);
    const unsafe = taken.filter(
      (value) => !["http:", "https:", "mailto:"].includes(schemeOf(value)),
    );
    expect(taken.length).toBeGreaterThan(100);
    expect(unsafe).toEqual([]);
  });

  it("column rules accept no picture URL among 10,000 generated values that loads by anything but http", async () => {
    const values = fc.sample(address, { numRuns: 10_000, seed: 8 });
    const taken = await accepted("is_image_url", values);
    const unsafe = taken.filter((value) => !["http:", "https:"].includes(schemeOf(value)));
    const paths = taken.filter((value) => value.startsWith("/"));
    expect(paths.length).toBeGreaterThan(20);
    expect(unsafe).toEqual([]);
    expect(paths.filter((path) => new URL(path, base).origin !== new URL(base).origin)).toEqual([]);
  });
});

/** The scheme that a browser on our page would use for this URL; empty for unparsable ones. */
function schemeOf(value: string): string {
  return URL.canParse(value, base) ? new URL(value, base).protocol : "https:";
}

import { describe, expect, it } from "vitest";
import { passageOf, searchWords, splitMatches } from "./fold-text.ts";

/** Marks matches in the text with brackets. */
const marked = (text: string, search: string) =>
  splitMatches(text, searchWords(search))
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

describe("splitMatches", () => {
  it.each([
    ["Café Müller", "cafe mull", "[Café] [Müll]er"],
    ["Cafe\u0301 Mu\u0308ller", "cafe muller", "[Cafe\u0301] [Mu\u0308ller]"],
    ["Straße", "strass", "[Straß]e"],
    ["Straße", "s", "[S]tra[ß]e"],
    ["aaaa", "aa", "[aaaa]"],
    ["ﬁne", "fi", "[ﬁ]ne"],
    ["a 👩‍👩‍👧 b", "👩‍👩‍👧", "a [👩‍👩‍👧] b"],
    ["東京都", "京", "東[京]都"],
    ["がく", "か", "[が]く"],
    ["100% (a_b)", "% _", "100[%] (a[_]b)"],
    ["nothing", "x", "nothing"],
    ["nothing", "  ", "nothing"],
    ["", "x", ""],
  ])("splitMatches finds the matches in %j of %j", (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });
});

describe("passageOf", () => {
  const long = `${"word ".repeat(100)}Brücke ${"word ".repeat(100)}`;

  it("passageOf starts shortly before the first match", () => {
    const passage = passageOf(long, ["brucke"]);
    expect(passage).toMatch(/^…word word word word Brücke word/);
    expect(passage.length).toBeGreaterThan(190);
  });

  it("passageOf returns the beginning of the text for a match at its start, or without a match", () => {
    expect(passageOf(long, ["word"])).toBe(long.slice(0, 200));
    expect(passageOf(long, ["x"])).toBe(long.slice(0, 200));
    expect(passageOf("", ["x"])).toBe("");
  });
});

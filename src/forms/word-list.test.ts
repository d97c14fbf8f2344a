import { describe, expect, it } from "vitest";
import { formatWords, parseWords } from "./word-list.ts";

describe("parseWords", () => {
  it.each([
    ["React, TypeScript", ["React", "TypeScript"]],
    [" React ,, TypeScript , ", ["React", "TypeScript"]],
    ["one", ["one"]],
    ["日本語,🧑‍🔬, <b>", ["日本語", "🧑‍🔬", "<b>"]],
  ])("%j", (text, words) => expect(parseWords(text)).toEqual(words));

  it.each(["", "   ", ",", " , ,\t"])("%j holds none", (text) =>
    expect(parseWords(text)).toBeNull(),
  );
});

describe("formatWords", () => {
  it("is read back as the same list", () => {
    expect(parseWords(formatWords(["React", "Node.js"]))).toEqual(["React", "Node.js"]);
  });
  it("shows nothing for no list", () => expect(formatWords(null)).toBe(""));
});

import { describe, expect, it } from "vitest";
import { formatWords, parseWords } from "./word-list.ts";

describe("parseWords", () => {
  it.each([
    ["React, TypeScript", ["React", "TypeScript"]],
    [" React ,, TypeScript , ", ["React", "TypeScript"]],
    ["one", ["one"]],
    ["日本語,🧑‍🔬, <b>", ["日本語", "🧑‍🔬", "<b>"]],
  ])("parseWords parses %j", (text, words) => expect(parseWords(text)).toEqual(words));

  it.each(["", "   ", ",", " , ,\t"])("parseWords returns null for %j", (text) =>
    expect(parseWords(text)).toBeNull(),
  );
});

describe("formatWords", () => {
  it("formatWords round-trips through parseWords", () => {
    expect(parseWords(formatWords(["React", "Node.js"]))).toEqual(["React", "Node.js"]);
  });
  it("formatWords returns an empty text for null", () => expect(formatWords(null)).toBe(""));
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText, TextIndex } from "./text-index.ts";

const found = (texts: readonly string[], words: readonly string[]) => {
  const isFound = new TextIndex(texts.map(indexText)).finder(words);
  return texts.filter((_, index) => isFound(index));
};

describe("the index of texts", () => {
  it("the index of texts finds the same texts as a search of each text", () => {
    const letter = fc.constantFrom(..."abc1 äか👩");
    const text = fc.string({ unit: letter, maxLength: 60 });
    const word = fc.string({ unit: letter, minLength: 1, maxLength: 6 });
    const texts = fc.array(text, { maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.array(word, { maxLength: 3 }), (all, words) => {
        const expected = all.filter((one) => words.every((part) => one.includes(part)));
        expect(found(all, words)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("the index of texts finds a word anywhere in a long text, and no text that only has its letters", () => {
    const text = `${"lorem ipsum ".repeat(100)}needle${" dolor sit".repeat(100)}`;
    expect(found([text, `${text}s`, "need le"], ["needle"])).toEqual([text, `${text}s`]);
    // The text contains every three-letter part of the word, but not the word.
    expect(found(["abcd bcde"], ["abcde"])).toEqual([]);
  });

  it("the index of texts finds all texts for an empty search", () => {
    expect(found(["", "a"], [])).toEqual(["", "a"]);
  });
});

import { expect, it } from "vitest";
import { shorten } from "./shorten.ts";

it("shorten does not change a text of the maximum length", () => {
  expect(shorten("abcde", 5)).toBe("abcde");
});

it("shorten cuts a longer text and adds an ellipsis", () => {
  expect(shorten("abcdef", 5)).toBe("abcde…");
});

it("shorten never splits a surrogate pair", () => {
  expect(shorten("😀😀😀", 2)).toBe("😀😀…");
});

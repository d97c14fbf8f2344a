import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Highlight, passageOf } from "./highlight.tsx";

const marked = (text: string, search: string) =>
  renderToStaticMarkup(<Highlight text={text} search={search} />).replace(/<mark[^>]*>/g, "<mark>");

describe("Highlight", () => {
  it.each([
    ["A moth, a Moth", "moth", "A <mark>moth</mark>, a <mark>Moth</mark>"],
    ["mothball", "ball mo moth", "<mark>moth</mark><mark>ball</mark>"],
    ["100% [sure] a-b", "% [s a-b", "100<mark>%</mark> <mark>[s</mark>ure] <mark>a-b</mark>"],
    ["<b>", "b", "&lt;<mark>b</mark>&gt;"],
    ["\u{1F980} crab", "\u{1F980}", "<mark>\u{1F980}</mark> crab"],
    ["as it is", "  ", "as it is"],
    ["", "x", ""],
  ])("marks in %j the words of %j", (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });
});

describe("passageOf", () => {
  it("is the text around the first word, shortened at both ends", () => {
    const text = `${"a ".repeat(200)}needle\n\nin it ${"b ".repeat(200)}`;
    expect(passageOf(text, "NEEDLE")).toMatch(/^…(a ){20}needle in it (b )+…$/);
    expect(passageOf("a needle", "needle")).toBe("a needle");
    expect(passageOf("a needle", "other")).toBeNull();
    expect(passageOf("a needle", "")).toBeNull();
  });
});

import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Highlight, matchingPassage } from "./highlight.tsx";

const marked = (text: string, search: string) =>
  renderToStaticMarkup(<Highlight text={text} search={search} />).replace(/<mark[^>]*>/g, "<mark>");

describe("Highlight", () => {
  it.each([
    ["A moth, a Moth", "moth", "A <mark>moth</mark>, a <mark>Moth</mark>"],
    ["mothball", "ball mo moth", "<mark>mothball</mark>"],
    ["100% [sure] a-b", "% [s a-b", "100<mark>%</mark> <mark>[s</mark>ure] <mark>a-b</mark>"],
    ["<b>", "b", "&lt;<mark>b</mark>&gt;"],
    ["\u{1F980} crab", "\u{1F980}", "<mark>\u{1F980}</mark> crab"],
    ["Éclair Straße", "eclair strasse", "<mark>Éclair</mark> <mark>Straße</mark>"],
    ["as it is", "  ", "as it is"],
    ["", "x", ""],
  ])("Highlight marks in the text %j the words of the search %j", (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });
});

describe("matchingPassage", () => {
  it("matchingPassage is the text around the first word, on one line", () => {
    const text = `${"a ".repeat(200)}needle\n\nin it ${"b ".repeat(200)}`;
    expect(matchingPassage(text, "NEEDLE")).toMatch(/^…(a )+needle in it (b )+b?$/);
    expect(matchingPassage("a needle", "needle")).toBe("a needle");
    expect(matchingPassage("a needle", "other")).toBeNull();
    expect(matchingPassage("a needle", "")).toBeNull();
  });
});

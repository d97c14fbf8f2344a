import { expect, it, vi } from "vitest";
import { linkAddresses, splitAtAddresses } from "./plain-text.ts";

const linksIn = (text: string) => splitAtAddresses(text).flatMap(({ href }) => href ?? []);

it("addresses are found in a text as in the editor", () => {
  expect(linksIn("At https://a.example/b_(c), www.b.example and example.org/x.")).toEqual([
    "https://a.example/b_(c)",
    "https://www.b.example",
    "https://example.org/x",
  ]);
  expect(linksIn("Write to me@a.example!")).toEqual(["mailto:me@a.example"]);
});

it("an address ends at the punctuation of other scripts", () => {
  expect(linksIn("ببینید https://a.example/fa، سپس https://b.example؟")).toEqual([
    "https://a.example/fa",
    "https://b.example",
  ]);
  expect(linksIn("参照（https://a.example/ja）。")).toEqual(["https://a.example/ja"]);
});

it("names of products and file names are no addresses", () => {
  expect(linksIn("ASP.NET, Socket.IO, Vue.js, readme.md, 2019.03 and 1.1.0")).toEqual([]);
  expect(linksIn("www.a.net, https://b.io and c.io/d")).toEqual([
    "https://www.a.net",
    "https://b.io",
    "https://c.io/d",
  ]);
});

it("a text is whole after it was split at its addresses", () => {
  const text = "A https://a.example B https://a.example.";
  expect(
    splitAtAddresses(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

it("addresses in HTML become links, except those in links and code", () => {
  expect(
    linkAddresses(
      '<p>See https://a.example/?b&amp;c &lt;now&gt;</p><p>&lt;b&gt; <a href="https://d.example">https://d.example</a> <code>www.e.example</code></p>',
    ),
  ).toBe(
    '<p>See <a href="https://a.example/?b&#38;c">https://a.example/?b&#38;c</a> &#60;now&#62;</p><p>&lt;b&gt; <a href="https://d.example">https://d.example</a> <code>www.e.example</code></p>',
  );
});

it("only words that look like addresses are parsed as URLs", () => {
  const parsed: string[] = [];
  vi.stubGlobal(
    "URL",
    class extends URL {
      constructor(text: string) {
        parsed.push(text);
        super(text);
      }
    },
  );
  expect(linksIn(`${"one: two. three ".repeat(100)}https://a.example`)).toHaveLength(1);
  expect(new Set(parsed)).toEqual(new Set(["https://a.example"]));
  vi.unstubAllGlobals();
});

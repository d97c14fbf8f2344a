// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { tickItem, toHtml, toMarkdown } from "./note-html.ts";

describe("tickItem", () => {
  const list =
    '<ul data-type="checklist"><li data-checked="false"><p>a</p><ul data-type="checklist"><li data-checked="true"><p>b</p></li></ul></li></ul>';

  it("changes only the given item, in document order", () => {
    expect(tickItem(list, 1, false)).toBe(list.replace('"true"', '"false"'));
    expect(tickItem(list, 0, true)).toBe(list.replace('"false"', '"true"'));
  });

  it("changes nothing when there is no such item", () => {
    expect(tickItem(list, 7, true)).toBe(list);
  });
});

describe("toHtml", () => {
  it("makes a paragraph of each line and escapes markup", () => {
    expect(toHtml("a <b>\n\nb & c")).toBe("<p>a &lt;b&gt;</p><p></p><p>b &amp; c</p>");
    expect(toHtml(" \n ")).toBe("");
  });
});

describe("a note as Markdown", () => {
  it.each([
    ["", "<p>a</p><p>b</p>", "a\n\nb\n"],
    ["Title *x*", "", "# Title \\*x\\*\n"],
    ["", "<h3>a</h3><h4>b</h4>", "### a\n\n#### b\n"],
    ["", "<p><strong>a </strong><em>b</em><s>c</s></p>", "**a** *b*~~c~~\n"],
    ["", "<p><code>a`b</code></p>", "``a`b``\n"],
    ["", '<p><a href="https://a.example/">a</a></p>', "[a](<https://a.example/>)\n"],
    ["", "<p>a<br>b</p>", "a  \nb\n"],
    ["", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b\n"],
    ["", "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>", "- a\n  - b\n"],
    ["", "<ol><li><p>a</p></li><li><p>b</p></li></ol>", "1. a\n2. b\n"],
    [
      "",
      '<ul data-type="checklist"><li data-checked="true"><p>a</p></li><li data-checked="false"><p>b</p></li></ul>',
      "- [x] a\n- [ ] b\n",
    ],
    ["", "<p># no heading, 1_000 *</p>", "\\# no heading, 1\\_000 \\*\n"],
  ])("%s %s", (title, html, markdown) => {
    expect(toMarkdown(title, html)).toBe(markdown);
  });
});

// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEditorHtml } from "../../../editor/to-editor-html.ts";
import { escapeHtml } from "../../../lib/escape-html.ts";
import { sanitizeHtmlInBrowser } from "../../../lib/sanitize/sanitize-html-browser.ts";
import { fromMarkdown } from "./from-markdown.ts";
import { noteContent, PICTURE_PATHS, PICTURES, pictureTag } from "./note-content.fixture.ts";
import { toExactMarkdown, toPlainMarkdown } from "./to-markdown.ts";

const picture = (address: string, alt: string) => `(${alt || address})`;
const read = (markdown: string) => fromMarkdown(markdown, { isOwn: true, picture }) ?? "?";
const readForeign = (markdown: string) =>
  toEditorHtml(fromMarkdown(markdown, { isOwn: false, picture }) ?? "?");
/** The HTML that the import creates for an exported picture. */
const importedPicture = (address: string, alt: string) => {
  const id = [...PICTURE_PATHS].find(([, path]) => path === address)?.[0];
  return id ? pictureTag(id, escapeHtml(alt)) : "";
};

/** Unifies the ways in which characters can be written. */
const normal = (html: string) =>
  new DOMParser().parseFromString(sanitizeHtmlInBrowser(html), "text/html").body.innerHTML;

describe("a note as exact Markdown", () => {
  it("a note as exact Markdown is the same note when it is read again", () => {
    fc.assert(
      fc.property(noteContent, (content) => {
        const markdown = toExactMarkdown(content, PICTURE_PATHS);
        const html = fromMarkdown(markdown, { isOwn: true, picture: importedPicture }) ?? "?";
        expect(normal(html)).toBe(normal(content));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["<p>a</p><p>b</p><p></p><p>c<br>d</p>", "a  \nb\n\nc\\\nd"],
    ["<p>a</p><p></p><p></p><p></p><p>b</p>", "a\n\n\n\nb"],
    ["<p></p><p>a</p><p></p>", "<p></p>\n\na\n\n<p></p>"],
    ["<p>a</p><p></p><ul><li><p>b</p></li></ul>", "a\n\n<p></p>\n\n- b"],
    ["<blockquote><p>a</p><p></p><p>b</p></blockquote>", "> a\n>\n> b"],
    ["<ul><li><p>a</p><p></p><p>b</p></li></ul>", "- a\n\n  <p></p>\n\n  b"],
    ["<p>a | b</p><p>-|-</p>", "a | b\n\n<!-- -->\n\n-|-"],
    ['<p>a</p><p style="text-align:right">b</p>', 'a\n\n<p style="text-align:right">b</p>'],
    ["<p>1. one, - two</p><p>- no list</p>", "1\\. one, - two  \n\\- no list"],
    ["<p><strong>a </strong><em>b</em></p>", "<strong>a </strong><em>b</em>"],
    ["<p>[[wiki link]] and snake_case </p>", "[[wiki link]] and snake_case&#32;"],
    ["<p><u>a</u> <mark>b</mark></p>", "<u>a</u> ==b=="],
    ['<p style="text-align:center">a</p>', '<p style="text-align:center">a</p>'],
    [
      '<p><a href="https://a.example/" rel="noopener">https://a.example/</a></p>',
      "<https://a.example/>",
    ],
    ["<ul><li><p>a</p></li></ul><ul><li><p></p></li></ul>", "- a\n\n<!-- -->\n\n- <p></p>"],
    ['<ul data-type="checklist"><li data-checked="true"><p></p></li></ul>', "- [x] <!-- -->"],
    [
      '<p>a</p><ol start="15"><li><p>b</p></li><li><p>c</p></li></ol><ol start="20"><li><p>d</p></li></ol>',
      "a\n\n15. b\n16. c\n\n<!-- -->\n\n20. d",
    ],
    [
      '<ol start="9"><li><p>a</p><ol start="4"><li><p>b</p></li></ol></li><li><p>c</p></li></ol>',
      "9. a\n\n   4. b\n10. c",
    ],
    ['<ol start="0"><li><p>a</p></li></ol>', "0. a"],
    ['<ol start="-1"><li><p>a</p></li></ol>', '<div><ol start="-1"><li><p>a</p></li></ol></div>'],
    ["no paragraph", "<div>no paragraph</div>"],
  ])("a note as exact Markdown is the same when it is read: %s", (html, markdown) => {
    expect(toExactMarkdown(html)).toBe(markdown);
    expect(normal(read(markdown))).toBe(normal(html));
  });
});

it("an empty line of the first version of exports only ends a paragraph", () => {
  const first = { isOwn: true, hasGaps: true, picture };
  const markdown = "a\n\n<p></p>\n\nb\\\nc\n\nd";
  expect(fromMarkdown(markdown, first)).toBe("<p>a</p><p></p><p>b<br>c</p><p>d</p>");
});

describe("a picture in exact Markdown", () => {
  it.each(["]>a", "a \"b\" 'c'", " src=b.png ", "a & b &amp; c\u00a0d", "<b>", "="])(
    "a picture in exact Markdown keeps the description %j within a quotation",
    (alt) => {
      const [known = "", gone = ""] = PICTURES;
      for (const id of [known, gone]) {
        const html = `<blockquote>${pictureTag(id, escapeHtml(alt))}<p>b</p></blockquote>`;
        const markdown = toExactMarkdown(html, PICTURE_PATHS);
        const again = fromMarkdown(markdown, { isOwn: true, picture: importedPicture }) ?? "?";
        expect(normal(again)).toBe(normal(html));
      }
    },
  );

  it("a picture in exact Markdown is named by its exported file, or written as HTML without one", () => {
    const [known = "", gone = ""] = PICTURES;
    const html = `<p>a</p>${pictureTag(known, "A [b]")}${pictureTag(gone, "")}`;
    expect(toExactMarkdown(html, PICTURE_PATHS).split("\n\n")).toEqual([
      "a",
      "![A \\[b\\]](Pictures/a.png)",
      expect.stringContaining(`<img`),
    ]);
  });
});

describe("a note as Markdown for other programs", () => {
  it.each([
    ["", "<p></p><p>a</p><p>b</p><p></p><p></p><p>c</p>", "a  \nb\n\n\nc\n"],
    ["", "<p>a</p><p></p><ul><li><p>b</p></li></ul><p>c</p>", "a\n\n- b\n\nc\n"],
    ["Title *x*", "", "# Title \\*x\\*\n"],
    ["", "<h3>a</h3><h4>b</h4>", "### a\n\n#### b\n"],
    ["", "<p><strong>a </strong><em>b</em><s>c</s></p>", "**a** *b*~~c~~\n"],
    ["", "<p><code>a`b</code></p>", "``a`b``\n"],
    ["", "<p><code>if</code><br><code>&nbsp;&nbsp;b</code></p>", "`if`\\\n`  b`\n"],
    ["", '<p><a href="https://a.example/">a</a></p>', "[a](<https://a.example/>)\n"],
    ["", "<p>a<br>b</p>", "a\\\nb\n"],
    ["", "<blockquote><p>a</p><p>b</p></blockquote>", "> a  \n> b\n"],
    ["", "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>", "- a\n  - b\n"],
    ["", "<ol><li><p>a</p></li><li><p>b</p></li></ol>", "1. a\n2. b\n"],
    ["", '<p>x</p><ol start="9"><li><p>a</p></li><li><p>b</p></li></ol>', "x\n\n9. a\n10. b\n"],
    [
      "",
      '<ul data-type="checklist"><li data-checked="true"><p>a</p></li><li data-checked="false"><p>b</p></li></ul>',
      "- [x] a\n- [ ] b\n",
    ],
    ["", "<p># no heading, 1_000 *</p>", "\\# no heading, 1_000 \\*\n"],
  ])("a note titled %j is exported for other programs: %s", (title, html, markdown) => {
    expect(toPlainMarkdown(title, html)).toBe(markdown);
  });
});

describe("Markdown of other programs", () => {
  it.each([
    ["# a\n## b\n### c", "<h3>a</h3><h3>b</h3><h4>c</h4>"],
    ["one\n*two*\\\nthree", "<p>one</p><p><em>two</em><br>three</p>"],
    ["one\n\ntwo\n\n\nthree", "<p>one</p><p></p><p>two</p><p></p><p></p><p>three</p>"],
    ["# one\n\ntwo\n\n- a\n\nb", "<h3>one</h3><p>two</p><ul><li><p>a</p></li></ul><p>b</p>"],
    [
      "> one\n> two\n>\n> three",
      "<blockquote><p>one</p><p>two</p><p></p><p>three</p></blockquote>",
    ],
    [
      "- [ ] a\n- [x] b\n  - c",
      '<ul data-type="checklist"><li data-checked="false"><p>a</p></li><li data-checked="true"><p>b</p><ul><li><p>c</p></li></ul></li></ul>',
    ],
    [
      "- [ ] a\n\n- [x] b",
      '<ul data-type="checklist"><li data-checked="false"><p>a</p></li><li data-checked="true"><p>b</p></li></ul>',
    ],
    ["a\n\n15. b\n16. c", '<p>a</p><ol start="15"><li><p>b</p></li><li><p>c</p></li></ol>'],
    ["a\n15. b", "<p>a</p><p>15. b</p>"],
    ["3. a\n7. b", '<ol start="3"><li><p>a</p></li></ol><ol start="7"><li><p>b</p></li></ol>'],
    ["007. a", "<p>007. a</p>"],
    ["1. a\n\n   b", "<ol><li><p>a</p><p>b</p></li></ol>"],
    [
      "- [x] a\n\n- b\n- c\n- [ ] d",
      '<ul data-type="checklist"><li data-checked="true"><p>a</p></li></ul><ul><li><p>b</p></li><li><p>c</p></li></ul><ul data-type="checklist"><li data-checked="false"><p>d</p></li></ul>',
    ],
    [
      "<aside>\n💡 A callout with **bold**\n\n- item\n\n</aside>\n\nafter\n\n```\n<aside>\n```",
      "<blockquote><p>💡 A callout with <strong>bold</strong></p><ul><li><p>item</p></li></ul></blockquote><p>after</p><p><code>&lt;aside&gt;</code></p>",
    ],
    [
      "- a\n    \n    <aside class='x'>\n    **b**\n    \n    </aside>",
      "<ul><li><p>a</p><blockquote><p><strong>b</strong></p></blockquote></li></ul>",
    ],
    [
      "> [!warning]- **Careful** *now*\n> body of ==the== callout",
      "<blockquote><p>[!warning]- <strong>Careful</strong> <em>now</em></p><p>body of <mark>the</mark> callout</p></blockquote>",
    ],
    [
      "```js\nif (a) {\n  b();\n}\n```",
      "<p><code>if (a) {</code><br><code>&nbsp;&nbsp;b();</code><br><code>}</code></p>",
    ],
    [
      "| a | b |\n|---|---|\n| 1 | *2* |",
      "<p><strong>a</strong> | <strong>b</strong></p><p>1 | <em>2</em></p>",
    ],
    [
      "(https://a.example/x_(y)). https://a.example/~b/~c",
      '<p>(<a href="https://a.example/x_(y)" rel="noopener">https://a.example/x_(y)</a>). <a href="https://a.example/~b/~c" rel="noopener">https://a.example/~b/~c</a></p>',
    ],
    [
      "https://a.example [[Other note|alias]]",
      '<p><a href="https://a.example" rel="noopener">https://a.example</a> [[Other note|alias]]</p>',
    ],
    [
      "![x](pic.png) ![[p.jpg|200]] ![[note]] <img src='q.gif' alt=\"z\">",
      "<p>(x) (p.jpg) ![[note]] (z)</p>",
    ],
    [
      '<script>alert(1)</script><p onclick="x()">a</p>\n\n[x](javascript:alert(1))',
      "<p>a</p><p>x</p>",
    ],
  ])("Markdown of other programs is converted: %s", (markdown, html) =>
    expect(readForeign(markdown)).toBe(html),
  );

  it.each([
    ["a", "b"],
    ["a", "", "b", "", "", "c"],
    ["- a", "b *c*", "1. d"],
  ])("a note's lines %j are the same after a way through another program", (...lines) => {
    const html = lines.map((line) => `<p>${line}</p>`).join("");
    expect(readForeign(toPlainMarkdown("", html))).toBe(html);
  });

  it("Markdown of other programs is refused where it is nested too deeply", () => {
    const deep = `${"> ".repeat(5000)}a`;
    expect(fromMarkdown(deep, { isOwn: false, picture })).toBeNull();
  });
});

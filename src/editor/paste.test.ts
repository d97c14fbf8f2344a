// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { extensions, extensionsWithChecklists } from "./extensions.ts";
import { markdownToHtml } from "./markdown.ts";
import { GITHUB, GOOGLE_DOCS, MARKDOWN, NOTION, WORD, WORD_ONLINE } from "./pasted.fixture.ts";
import { pasteProps } from "./use-paste.ts";

let editor: Editor;
let lost = 0;

function open(kinds = extensionsWithChecklists): Editor {
  const editorProps = pasteProps((count) => {
    lost = count;
  });
  return new Editor({
    extensions: kinds,
    injectCSS: false,
    enablePasteRules: ["link"],
    editorProps,
  });
}

beforeEach(() => {
  lost = 0;
  editor = open();
});
afterEach(() => editor.destroy());

const event = () => new Event("paste") as ClipboardEvent;

/** The HTML that is stored after this HTML is pasted. */
function pasteHtml(html: string): string {
  editor.view.pasteHTML(html, event());
  return sanitizeHtmlInBrowser(editor.getHTML());
}

function pasteText(text: string, { types = ["text/plain"], html = "" } = {}): string {
  const getData = (type: string) => ({ "text/plain": text, "text/html": html })[type] ?? "";
  const clipboardData = { types, getData, files: [] };
  editor.view.dom.dispatchEvent(Object.assign(new Event("paste"), { clipboardData }));
  return sanitizeHtmlInBrowser(editor.getHTML());
}

describe("pasting", () => {
  it("leaves nothing of a document of frames", () => {
    expect(pasteHtml("<frameset onload=alert(1)><frame src=x></frameset>")).toBe("<p></p>");
  });

  it("from Word keeps title, headings, nested bullets, numbering and table cells", () => {
    expect(pasteHtml(WORD)).toBe(
      "<h3>Quarterly plan</h3><h3>Goals</h3><p>We <strong>really</strong> want <em>these</em>:</p>" +
        "<ul><li><p>First</p><ul><li><p>Below it</p></li></ul></li><li><p>Second</p></li></ul>" +
        "<h3>Order</h3><ol><li><p>Plan</p></li><li><p>Build</p></li></ol><h4>Details</h4>" +
        "<p><strong>Who</strong> | <strong>What</strong></p><p>Ada | Design Review</p><p></p>",
    );
    expect(lost).toBe(1);
  });

  it("from Word on the web keeps headings and nested bullets", () => {
    expect(pasteHtml(WORD_ONLINE)).toBe(
      "<h3>Shopping&nbsp;</h3><ul><li><p>Fruit</p><ul><li><p>Apples</p></li></ul></li><li><p>Bread</p></li></ul>",
    );
  });

  it("from Google Docs keeps emphasis, links, nested lists, checklists and table cells", () => {
    expect(pasteHtml(GOOGLE_DOCS)).toBe(
      '<h3>Trip</h3><p><strong>Book</strong> by <a href="https://www.google.com/flights" rel="noopener"><u>Friday</u></a></p>' +
        "<ul><li><p>Pack</p><ul><li><p>Shoes</p></li></ul></li></ul>" +
        '<ul data-type="checklist"><li data-checked="true"><p><s>Passport</s></p></li><li data-checked="false"><p>Tickets</p></li></ul>' +
        "<p>Day | City</p><p>Mon |</p>",
    );
    expect(lost).toBe(0);
  });

  it("from GitHub keeps task lists, emoji and table cells, and counts the dropped picture", () => {
    expect(pasteHtml(GITHUB)).toBe(
      '<h3>Before the release</h3><ul data-type="checklist"><li data-checked="true"><p>Run <code>npm test</code></p></li><li data-checked="false"><p>Tag it 🚀</p></li></ul>' +
        '<p><strong>Step</strong> | <strong>Owner</strong></p><p>Build | <a href="https://github.com/ada" rel="noopener">@ada</a></p><p></p>',
    );
    expect(lost).toBe(1);
  });

  it("from Notion keeps to-dos", () => {
    expect(pasteHtml(NOTION)).toBe(
      '<h3>Launch</h3><ul data-type="checklist"><li data-checked="false"><p>Write the post</p></li><li data-checked="true"><p>Pick a <strong>date</strong></p></li></ul><p>Then rest.</p>',
    );
  });

  it("of Markdown keeps its structure", () => {
    expect(pasteText(MARKDOWN)).toBe(
      "<h3>Foyer</h3><p>A <strong>private</strong> place with <code>notes</code>, <em>tasks</em> and <s>noise</s>.<br>" +
        'Second line, see <a href="https://example.org/docs_(new)?a=1&amp;b=2" rel="noopener">the docs</a>.</p>' +
        "<h3>Setup</h3><ol><li><p>Install</p></li><li><p>Start</p><ul><li><p>on Linux</p></li><li><p>on macOS</p></li></ul></li></ol>" +
        '<ul data-type="checklist"><li data-checked="true"><p>tried</p></li><li data-checked="false"><p><s>forgotten</s></p></li></ul>' +
        "<blockquote><p>Quoted<br>text</p></blockquote>" +
        "<p><code>npm start</code><br><code>&nbsp;&nbsp;--port 1</code></p>" +
        "<p><strong>Key</strong> | <strong>Value</strong></p><p>a|b | &lt;b&gt;1&lt;/b&gt;</p><p></p>" +
        "<p>2 * 3 * 4 = 24 and snake_case_name</p>",
    );
    expect(lost).toBe(1);
  });

  it("of other text keeps every line, and stays plain when requested", () => {
    expect(pasteText("one\n# 2 <b>\n")).toBe("<p>one</p><h3>2 &lt;b&gt;</h3>");
    editor.commands.clearContent();
    expect(pasteText("one\ntwo")).toBe("<p>one</p><p>two</p>");
    editor.commands.clearContent();
    editor.view.pasteText("# one", event());
    expect(editor.getHTML()).toBe("<p># one</p>");
    expect(markdownToHtml("one\ntwo - three\n4.5 (a) [b]")).toBeNull();
    expect(markdownToHtml("#!/bin/sh\n# a comment")).toBeNull();
  });

  it("from a code editor uses the text, not its colors", () => {
    const types = ["text/plain", "text/html", "vscode-editor-data"];
    const html = '<div style="white-space:pre"><span style="color:#fff"># Title</span></div>';
    expect(pasteText("# Title", { types, html })).toBe("<h3>Title</h3>");
    editor.commands.clearContent();
    expect(pasteText("let a;\nlet b;", { types, html })).toBe("<p>let a;</p><p>let b;</p>");
  });

  it("turns a checklist into a list where checklists are not supported", () => {
    editor.destroy();
    editor = open(extensions);
    expect(pasteHtml(NOTION)).toContain("<ul><li><p>Write the post</p></li>");
  });

  it("leaves the editor's own clipboard content unchanged", () => {
    const html = '<h4 data-pm-slice="1 1 []">small</h4>';
    expect(pasteHtml(html)).toBe("<h4>small</h4>");
  });

  it("keeps code line breaks and the blocks of a layout table", () => {
    expect(pasteHtml("<pre><code>if (a) {\n  b;\n}</code></pre>")).toBe(
      "<p><code>if (a) {</code><br><code>&nbsp;&nbsp;b;</code><br><code>}</code></p>",
    );
    editor.commands.clearContent();
    expect(pasteHtml("<table><tr><td><p>a</p><p>b</p></td></tr></table>")).toBe("<p>a</p><p>b</p>");
  });

  it("removes unsafe links", () => {
    const links =
      '<p><a href="javascript:x()">a</a> <a href="/b">b</a> <a href="www.c.org">c</a></p>';
    expect(pasteHtml(links)).toBe("<p>a b c</p>");
    editor.commands.clearContent();
    expect(pasteText("**x** [a](javascript:x()) [b](data:text/html,x)")).not.toContain("<a");
  });

  it("never throws, whatever text looks like Markdown", () => {
    const piece = fc.constantFrom(
      ..."# |- |1. |> |```|\n|\n\n|    |  |**|*|_|`|~~|==|[|](|)|![|<|>|a|\\|--- |+ |[x] ".split(
        "|",
      ),
      "|",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const html = markdownToHtml(pieces.join(""));
        if (html === null) return;
        editor.commands.clearContent();
        const stored = pasteText(pieces.join(""));
        expect(sanitizeHtmlInBrowser(stored)).toBe(stored);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    "**a ",
    "[",
    "`",
    "_a",
    "<http://",
    "![a](",
    "- ",
    "> ",
    "|-",
    "- a\n  ",
    "1. a\n",
    "~~a ",
  ])(
    // Quadratic work would run into the time limit of a test on any machine.
    "parses 200,000 characters of %s in linear time",
    (piece) => {
      const text = piece.repeat(200_000 / piece.length);
      markdownToHtml(text);
    },
  );

  it.each([
    ["quotations", "> ".repeat(5000)],
    ["lists", Array.from({ length: 600 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")],
    ["spaces", `- a\n${" ".repeat(150_000)}`],
  ])("leaves text with too deeply nested %s as it is", (_what, text) => {
    expect(markdownToHtml(`${text}end`)).toBeNull();
  });

  it("reads a long rule", () => {
    expect(markdownToHtml(`# a\n\n${"-".repeat(200)}\n\nb`)).toContain("<hr>");
  });
});

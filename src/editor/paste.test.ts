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
let refused = "";

function open(kinds = extensionsWithChecklists, insert?: () => void): Editor {
  const editorProps = pasteProps(
    (count) => {
      lost = count;
    },
    insert,
    (text) => {
      refused = text;
    },
  );
  return new Editor({
    extensions: kinds,
    injectCSS: false,
    enablePasteRules: false,
    editorProps,
  });
}

beforeEach(() => {
  lost = 0;
  refused = "";
  editor = open();
});
afterEach(() => editor.destroy());

const event = () => new Event("paste") as ClipboardEvent;

/** Pastes this HTML and returns the HTML that is stored. */
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

describe("pasting a long text", () => {
  const long = "a line of sixty-four characters, which is an ordinary length ...\n".repeat(1200);

  it.each([
    ["in many lines", long.repeat(2), ""],
    ["in very short lines", "a\n".repeat(8_400), ""],
    ["in one paragraph", "very long ".repeat(1001), ""],
    ["of HTML alone", "", `<p>${"very long ".repeat(1001)}</p>`],
  ])(
    "pasting a long text %s is refused as a whole, before it makes typing slow",
    (_how, text, html) => {
      editor.commands.setContent("<p>before</p>");
      expect(pasteText(text, { html })).toBe("<p>before</p>");
      expect(refused).toBe(text || "very long ".repeat(1001));
    },
  );

  it("pasting a long text is refused where the text would become too long, and may replace it", () => {
    pasteText(long);
    const once = editor.getText();
    pasteText(long);
    expect(editor.getText()).toBe(once);
    expect(refused).toBe(long);
    editor.commands.selectAll();
    refused = "";
    pasteText(long);
    expect([editor.getText(), refused]).toEqual([once, ""]);
  });

  it("pasting a long text lets its parts be moved, however long it is", () => {
    editor.commands.setContent(`<p>${"x".repeat(300_000)}</p>`);
    expect(pasteText("word ".repeat(1000))).toContain("word word");
    expect(refused).toBe("");
  });

  it("the text that accompanies a copied picture is not treated as a long pasted text", () => {
    pasteText("", { html: `<img src="data:image/png;base64,${"A".repeat(200_000)}">` });
    expect(refused).toBe("");
  });
});

describe("pasting into a list", () => {
  const itemOf = (text: string, checked = false) =>
    `<li data-checked="${checked}"><p>${text}</p></li>`;
  const checklist = (...items: string[]) => `<ul data-type="checklist">${items.join("")}</ul>`;

  /** Sets the text, with the caret at its bar. */
  function write(html: string): void {
    editor.commands.setContent(html);
    editor.state.doc.descendants(({ text = "" }, position) => {
      const at = position + text.indexOf("|");
      if (text.includes("|"))
        editor
          .chain()
          .deleteRange({ from: at, to: at + 1 })
          .setTextSelection(at)
          .run();
    });
  }

  const three = checklist(itemOf("milk"), itemOf("eggs"), itemOf("bread"));
  it.each([
    ["milk\neggs\nbread\n", ""],
    ["milk\n\neggs\n\nbread", ""],
    ["- milk\n- eggs\n- bread", ""],
    ["[ ] milk\n[ ] eggs\n[ ] bread", ""],
    ["1. milk\n2. eggs\n3. bread", ""],
    ["", "<ul><li>milk</li><li>eggs</li><li>bread</li></ul>"],
    ["", "<p>milk</p><p>eggs</p><p>bread</p>"],
    ["", "milk<br>eggs<br>bread"],
    ["", "<h2>milk</h2><blockquote><p>eggs</p></blockquote><ol><li>bread</li></ol>"],
  ])("pasting into a list makes items of a checklist of %j%s", (text, html) => {
    write(checklist(itemOf("|")));
    expect(text ? pasteText(text) : pasteHtml(html)).toBe(three);
  });

  it("pasting into a list continues the item with the caret, and keeps what follows it", () => {
    write(checklist(itemOf("a|b", true), itemOf("c")));
    expect(pasteText("milk\n[x] eggs")).toBe(
      checklist(itemOf("amilk", true), itemOf("eggsb", true), itemOf("c")),
    );
    write(checklist(itemOf("a|")));
    expect(pasteText("just text")).toBe(checklist(itemOf("ajust text")));
  });

  it("pasting into a list keeps ticks, nested items and numbers", () => {
    write(checklist(itemOf("|")));
    expect(pasteText("[x] milk\n[ ] eggs")).toBe(checklist(itemOf("milk", true), itemOf("eggs")));
    write(checklist(itemOf("|")));
    expect(pasteHtml("<ul><li>a<ol><li>b</li></ol></li></ul>")).toBe(
      checklist(itemOf("a").replace("</li>", `${checklist(itemOf("b"))}</li>`)),
    );
    write(checklist(itemOf("|")));
    expect(pasteText("15. March\n16. April")).toBe(
      checklist(itemOf("15. March"), itemOf("16. April")),
    );
  });

  it("pasting into a list makes items of other lists too", () => {
    write('<ol start="4"><li><p>a|</p></li></ol>');
    expect(pasteText("b\nc")).toBe('<ol start="4"><li><p>ab</p></li><li><p>c</p></li></ol>');
    write("<ul><li><p>a|</p></li></ul>");
    expect(pasteHtml("<ol><li>b</li><li>c</li></ol>")).toBe(
      "<ul><li><p>ab</p></li><li><p>c</p></li></ul>",
    );
  });
});

describe("pasting into a note", () => {
  beforeEach(() => {
    editor.destroy();
    editor = open(extensionsWithChecklists, () => {});
  });

  const types = ["text/plain", "text/html"];
  const two = "<p>a</p><p>b</p>";
  const apart = "<p>a</p><p></p><p>b</p>";
  const tight = '<p style="margin:0">a</p><p style="margin:0">b</p>';
  it.each([
    ["a **b**\nc\n\nd", "", "<p>a <strong>b</strong></p><p>c</p><p></p><p>d</p>"],
    ["a\r\n\r\nb", "", apart],
    ["a\n\nb", two, apart],
    // Word and LibreOffice, whose gaps are in a style sheet.
    ["a\r\nb", two, two],
    ["a\n\nb", tight, two],
    ["a\nb", "<div>a</div><div>b</div>", two],
    ["a\n\nb", "<div>a</div><div><br></div><div>b</div>", apart],
  ])("pasting into a note keeps the lines of %j %s", (text, html, stored) => {
    expect(pasteText(text, html ? { types, html } : {})).toBe(stored);
  });

  it("pasting into a note keeps the lines of a note, which other programs show without gaps", () => {
    const lines = "<p>a</p><p></p><p>b</p><p>c</p>";
    editor.commands.setContent(lines);
    editor.commands.selectAll();
    const { dom, text } = editor.view.serializeForClipboard(editor.state.selection.content());
    expect(dom.querySelectorAll("p[style^='margin: 0']")).toHaveLength(4);
    expect(dom.querySelectorAll("p > br")).toHaveLength(1);
    expect(text).toBe("a\n\nb\nc");
    const html = dom.innerHTML;
    editor.commands.clearContent();
    expect(pasteText(text, { types, html })).toBe(lines);
    editor.commands.clearContent();
    expect(pasteText(text, { types, html: html.replace(/ data-pm-slice="[^"]*"/, "") })).toBe(
      lines,
    );
  });
});

describe("undo", () => {
  it("undo reverts one paste, but nothing typed before or after it", () => {
    const type = (text: string) => editor.view.dispatch(editor.state.tr.insertText(text));
    type("typed ");
    pasteText("pasted ");
    type("after");
    const texts: string[] = [];
    while (editor.commands.undo()) texts.push(editor.getText());
    expect(texts).toEqual(["typed pasted ", "typed ", ""]);
  });
});

describe("pasting", () => {
  it("pasting a document of frames inserts nothing", () => {
    expect(pasteHtml("<frameset onload=alert(1)><frame src=x></frameset>")).toBe("<p></p>");
  });

  it("pasting from Word keeps title, headings, nested bullets, numbering and table cells", () => {
    expect(pasteHtml(WORD)).toBe(
      "<h3>Quarterly plan</h3><h3>Goals</h3><p>We <strong>really</strong> want <em>these</em>:</p>" +
        "<ul><li><p>First</p><ul><li><p>Below it</p></li></ul></li><li><p>Second</p></li></ul>" +
        "<h3>Order</h3><ol><li><p>Plan</p></li><li><p>Build</p></li></ol><h4>Details</h4>" +
        "<p><strong>Who</strong> | <strong>What</strong></p><p>Ada | Design Review</p><p></p>",
    );
    expect(lost).toBe(1);
  });

  it("pasting from Word on the web keeps headings and nested bullets", () => {
    expect(pasteHtml(WORD_ONLINE)).toBe(
      "<h3>Shopping&nbsp;</h3><ul><li><p>Fruit</p><ul><li><p>Apples</p></li></ul></li><li><p>Bread</p></li></ul>",
    );
  });

  it("pasting from Google Docs keeps emphasis, links, nested lists, checklists and table cells", () => {
    expect(pasteHtml(GOOGLE_DOCS)).toBe(
      '<h3>Trip</h3><p><strong>Book</strong> by <a href="https://www.google.com/flights" rel="noopener"><u>Friday</u></a></p>' +
        "<ul><li><p>Pack</p><ul><li><p>Shoes</p></li></ul></li></ul>" +
        '<ul data-type="checklist"><li data-checked="true"><p><s>Passport</s></p></li><li data-checked="false"><p>Tickets</p></li></ul>' +
        "<p>Day | City</p><p>Mon |</p>",
    );
    expect(lost).toBe(0);
  });

  it("pasting from GitHub keeps task lists, emoji and table cells, and counts the dropped picture", () => {
    expect(pasteHtml(GITHUB)).toBe(
      '<h3>Before the release</h3><ul data-type="checklist"><li data-checked="true"><p>Run <code>npm test</code></p></li><li data-checked="false"><p>Tag it 🚀</p></li></ul>' +
        '<p><strong>Step</strong> | <strong>Owner</strong></p><p>Build | <a href="https://github.com/ada" rel="noopener">@ada</a></p><p></p>',
    );
    expect(lost).toBe(1);
  });

  it("pasting from Notion keeps to-dos", () => {
    expect(pasteHtml(NOTION)).toBe(
      '<h3>Launch</h3><ul data-type="checklist"><li data-checked="false"><p>Write the post</p></li><li data-checked="true"><p>Pick a <strong>date</strong></p></li></ul><p>Then rest.</p>',
    );
  });

  it("pasting of Markdown keeps its structure", () => {
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

  it("pasting of other text keeps every line, and stays plain when requested", () => {
    expect(pasteText("one\n# 2 <b>\n")).toBe("<p>one</p><h3>2 &lt;b&gt;</h3>");
    editor.commands.clearContent();
    expect(pasteText("one\ntwo")).toBe("<p>one</p><p>two</p>");
    editor.commands.clearContent();
    editor.view.pasteText("# one", event());
    expect(editor.getHTML()).toBe("<p># one</p>");
    expect(markdownToHtml("one\ntwo - three\n4.5 (a) [b]")).toBeNull();
    expect(markdownToHtml("#!/bin/sh\n# a comment")).toBeNull();
  });

  it.each([
    [
      "15. March dentist\nin the morning",
      '<ol start="15"><li><p>March dentist<br>in the morning</p></li></ol>',
    ],
    [
      "1234567890. a number with more digits than Markdown allows",
      "<p>1234567890. a number with more digits than Markdown allows</p>",
    ],
    [
      "15. March dentist\n20. March hairdresser\n21. March rest",
      '<ol start="15"><li><p>March dentist</p></li></ol><ol start="20"><li><p>March hairdresser</p></li><li><p>March rest</p></li></ol>',
    ],
    ["1. a\n1. b", "<ol><li><p>a</p></li><li><p>b</p></li></ol>"],
    ["01. January\n02. February", "<p>01. January</p><p>02. February</p>"],
    ["# a\n01. January", "<h3>a</h3><p>01. January</p>"],
  ])("pasting the text %j keeps its numbers", (text, html) => expect(pasteText(text)).toBe(html));

  it.each([
    [
      '<ol start="4"><li>a</li><li>b</li></ol>',
      '<ol start="4"><li><p>a</p></li><li><p>b</p></li></ol>',
    ],
    [
      '<ol><li>a</li><li value="7">b</li><li>c</li></ol>',
      '<ol><li><p>a</p></li></ol><ol start="7"><li><p>b</p></li><li><p>c</p></li></ol>',
    ],
    ['<ol start="0"><li value="5">a</li></ol>', '<ol start="5"><li><p>a</p></li></ol>'],
  ])("pasting the HTML %s keeps the numbers", (html, stored) =>
    expect(pasteHtml(html)).toBe(stored),
  );

  it("pasting from Word keeps the numbers of lists", () => {
    const item = (level: number, mark: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l1 level${level} lfo2'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span>${text}<o:p></o:p></p>`;
    const items = [item(1, "4.", "d"), item(2, "a)", "e"), item(1, "5.", "f"), item(1, "(7)", "g")];
    expect(pasteHtml(items.join(""))).toBe(
      '<ol start="4"><li><p>d</p><ol><li><p>e</p></li></ol></li><li><p>f</p></li></ol><ol start="7"><li><p>g</p></li></ol>',
    );
  });

  it("pasting from Word on the web keeps the numbers of lists", () => {
    const item = (start: number) =>
      `<div class="ListContainerWrapper"><ol start="${start}" role="list"><li data-aria-level="1"><p>n${start}</p></li></ol></div>`;
    expect(pasteHtml(item(3) + item(4) + item(9))).toBe(
      '<ol start="3"><li><p>n3</p></li><li><p>n4</p></li></ol><ol start="9"><li><p>n9</p></li></ol>',
    );
  });

  it("pasting from a code editor uses the text, not its colors", () => {
    const types = ["text/plain", "text/html", "vscode-editor-data"];
    const html = '<div style="white-space:pre"><span style="color:#fff"># Title</span></div>';
    expect(pasteText("# Title", { types, html })).toBe("<h3>Title</h3>");
    editor.commands.clearContent();
    expect(pasteText("let a;\nlet b;", { types, html })).toBe("<p>let a;</p><p>let b;</p>");
  });

  it("pasting turns a checklist into a list where checklists are not supported", () => {
    editor.destroy();
    editor = open(extensions);
    expect(pasteHtml(NOTION)).toContain("<ul><li><p>Write the post</p></li>");
  });

  it("pasting leaves the editor's own clipboard content unchanged", () => {
    const html = '<h4 data-pm-slice="1 1 []">small</h4>';
    expect(pasteHtml(html)).toBe("<h4>small</h4>");
  });

  it.each([
    ["line1\n\n\n\nline5", ""],
    ["line1\r\n\r\n\r\n\r\nline5\r\n", ""],
    ["", "<p>line1</p>\n<br>\n<br><br><p>line5</p>"],
    ["", "<p>line1</p><p></p><p class=MsoNormal><o:p></o:p></p><p><br></p><p>line5</p>"],
    [
      "",
      "<div>line1</div><div><br></div><div><br></div><div><br></div><div>line5</div><br class=Apple-interchange-newline>",
    ],
  ])("pasting keeps three empty lines: %j%s", (text, html) => {
    expect(text ? pasteText(text) : pasteHtml(html)).toBe(
      "<p>line1</p><p></p><p></p><p></p><p>line5</p>",
    );
  });

  it("pasting keeps empty lines between blocks of Markdown, besides the one that separates them", () => {
    expect(pasteText("# a\n\n- b\n\n\n\nc\n\nd")).toBe(
      "<h3>a</h3><ul><li><p>b</p></li></ul><p></p><p></p><p></p><p>c</p><p>d</p>",
    );
  });

  it("pasting makes lists of the marks that other programs write into plain text", () => {
    expect(pasteText("•\ta\n  ◦ b\n\n☐ c\n☑ d")).toBe(
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ul data-type="checklist"><li data-checked="false"><p>c</p></li><li data-checked="true"><p>d</p></li></ul>',
    );
  });

  it.each([
    "<span style='background:yellow;mso-highlight:yellow'>hi</span>",
    "<p class=MsoNormal><span lang=EN-US style='color:black;background:lightgrey;mso-highlight:lightgrey'>hi</span></p>",
    '<b id="docs-internal-guid-1" style="font-weight:normal"><span style="background-color:#fff2cc;font-weight:400">hi</span></b>',
    '<span style="background: #ffff00">hi</span>',
    '<font color="#000000"><span style="background: #00ff00">hi</span></font>',
    '<span style="background-color: rgb(255, 235, 59);">hi</span>',
  ])("pasting keeps the highlight of %s", (html) => {
    expect(pasteHtml(html)).toBe("<p><mark>hi</mark></p>");
  });

  it.each([
    '<b id="docs-internal-guid-1" style="font-weight:normal"><span style="background-color:transparent">hi</span></b>',
    '<b id="docs-internal-guid-1" style="font-weight:normal"><span style="background-color:#ffffff">hi</span></b>',
    "<span style='mso-highlight:none'>hi</span>",
    '<span style="background-color: rgb(255, 220, 0); display: inline !important; float: none">hi</span>',
    '<span style="background-color: rgb(13, 17, 23)">hi</span>',
    '<span style="font-family:Consolas;background:#F1F1F1">hi</span>',
    '<p style="background-color:#ffff00">hi</p>',
    '<span style="background-color: rgba(255, 255, 0, 0)">hi</span>',
  ])("pasting does not convert the background of %s to a highlight", (html) => {
    expect(pasteHtml(html)).toBe("<p>hi</p>");
  });

  it("pasting keeps code line breaks and the blocks of a layout table", () => {
    expect(pasteHtml("<pre><code>if (a) {\n  b;\n}</code></pre>")).toBe(
      "<p><code>if (a) {</code><br><code>&nbsp;&nbsp;b;</code><br><code>}</code></p>",
    );
    editor.commands.clearContent();
    expect(pasteHtml("<table><tr><td><p>a</p><p>b</p></td></tr></table>")).toBe("<p>a</p><p>b</p>");
  });

  it("pasted addresses become links up to their end, except in code and in links", () => {
    const wiki = "https://en.wikipedia.org/wiki/Foo_(bar)";
    const link = `<a href="${wiki}" rel="noopener">${wiki}</a>`;
    const stored = `<p>(see ${link}) end</p>`;
    expect(pasteText(`(see ${wiki}) end`)).toBe(stored);
    editor.commands.clearContent();
    expect(pasteText(`- (see ${wiki}) end`)).toBe(`<ul><li>${stored}</li></ul>`);
    editor.commands.clearContent();
    expect(pasteHtml(`<p>(see <b>${wiki}</b>) end</p>`)).toBe(
      `<p>(see <a href="${wiki}" rel="noopener"><strong>${wiki}</strong></a>) end</p>`,
    );
    editor.commands.clearContent();
    const other = '<a href="https://a.org" rel="noopener">https://b.org</a>';
    expect(pasteHtml(`<p>${other} <code>https://c.org</code></p>`)).toBe(
      `<p>${other} <code>https://c.org</code></p>`,
    );
  });

  it("pasting removes unsafe links", () => {
    const links =
      '<p><a href="javascript:x()">a</a> <a href="/b">b</a> <a href="www.c.org">c</a></p>';
    expect(pasteHtml(links)).toBe("<p>a b c</p>");
    editor.commands.clearContent();
    expect(pasteText("**x** [a](javascript:x()) [b](data:text/html,x)")).not.toContain("<a");
  });

  it("pasting never throws, whatever text looks like Markdown", () => {
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
    // A quadratic algorithm would exceed the test's time limit on any machine.
    "pasting parses 200,000 characters of %s in linear time",
    (piece) => {
      const text = piece.repeat(200_000 / piece.length);
      markdownToHtml(text);
    },
  );

  it.each([
    ["quotations", "> ".repeat(5000)],
    ["quotations without text", `${"> ".repeat(80)}\n`],
    ["lists", Array.from({ length: 600 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")],
    ["spaces", `- a\n${" ".repeat(150_000)}`],
  ])("pasting leaves text with too deeply nested %s as it is", (_what, text) => {
    expect(markdownToHtml(`${text}end`)).toBeNull();
  });

  it("pasting Markdown recognizes a long horizontal rule", () => {
    expect(markdownToHtml(`# a\n\n${"-".repeat(200)}\n\nb`)).toContain("<hr>");
  });
});

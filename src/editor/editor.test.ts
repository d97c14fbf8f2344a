// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { extensions } from "./extensions.ts";

let editor: Editor;
beforeEach(() => {
  editor = new Editor({ extensions, injectCSS: false });
});
afterEach(() => editor.destroy());

/** The HTML that is stored and passed to the caller. */
const written = () => sanitizeHtmlInBrowser(editor.getHTML());

describe("alignment", () => {
  it("is written as a style, and omitted for left", () => {
    editor.commands.setContent("<p>one</p><p>two</p>");
    editor.chain().setTextSelection(2).setTextAlign("center").run();
    expect(written()).toBe('<p style="text-align:center">one</p><p>two</p>');
    expect(editor.isActive({ textAlign: "center" })).toBe(true);
    editor.commands.setTextAlign("left");
    expect(written()).toBe("<p>one</p><p>two</p>");
  });

  it("applies to every block of the selection, including headings and list items", () => {
    editor.commands.setContent("<h3>one</h3><ul><li>two</li></ul><p>three</p>");
    editor.chain().selectAll().setTextAlign("right").run();
    expect(written()).toBe(
      '<h3 style="text-align:right">one</h3><ul><li><p style="text-align:right">two</p></li></ul><p style="text-align:right">three</p>',
    );
  });

  it("overrides the alignment of a surrounding list item or quotation", () => {
    editor.commands.setContent('<ul><li style="text-align:center"><p>one</p></li></ul>');
    editor.chain().setTextSelection(4).setTextAlign("left").run();
    expect(written()).toBe("<ul><li><p>one</p></li></ul>");
  });

  it("reads only the three values the policy allows", () => {
    editor.commands.setContent(
      '<p style="text-align:justify">a</p><p style="text-align:right;color:red">b</p>',
    );
    expect(written()).toBe('<p>a</p><p style="text-align:right">b</p>');
  });
});

describe("the schema", () => {
  const everything =
    '<h3>a</h3><h4>b</h4><p style="text-align:center"><strong>c</strong> <em>d</em> <u>e</u> <s>f</s> <mark>g</mark> <code>h</code><br>i</p><blockquote><p>j</p></blockquote><ul><li><p>k</p></li></ul><ol><li><p>l</p></li></ol><p><a href="https://a.example" rel="noopener">m</a></p>';

  it("keeps everything the policy allows", () => {
    editor.commands.setContent(everything);
    expect(written()).toBe(everything);
    expect(sanitizeHtmlInBrowser(written())).toBe(everything);
  });

  it("drops everything else", () => {
    editor.commands.setContent(
      '<h1>a</h1><div class="x" onclick="y()">b</div><img src="x" onerror="y()"><table><tr><td>c</td></tr></table><hr><pre>d</pre><script>y()</script><p><a href="javascript:y()">e</a></p>',
    );
    expect(editor.getHTML()).toBe("<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>");
  });
});

// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { htmlOf } from "./editor-html.ts";
import { extensions, extensionsWithChecklists } from "./extensions.ts";

let editor: Editor;
beforeEach(() => {
  editor = new Editor({ extensions, injectCSS: false });
});
afterEach(() => editor.destroy());

/** The HTML that is stored and passed to the caller. */
const written = () => htmlOf(editor);

it("the HTML after a change within a nested list equals that of writing the whole text", () => {
  editor.destroy();
  editor = new Editor({ extensions: extensionsWithChecklists, injectCSS: false });
  editor.commands.setContent(
    '<ol start="4"><li><p>a</p><ul data-type="checklist"><li data-checked="true"><p>b</p></li></ul></li><li><p></p></li></ol><blockquote><h3 style="text-align:right">c</h3><ul><li><p>d</p></li></ul></blockquote>',
  );
  const whole = () => sanitizeHtmlInBrowser(editor.getHTML());
  expect(written()).toBe(whole());
  editor.chain().setTextSelection(8).insertContent("new").toggleStrike().run();
  expect(written()).toContain("new");
  expect(written()).toBe(whole());
});

describe("alignment", () => {
  it("alignment is written as a style, and omitted for left", () => {
    editor.commands.setContent("<p>one</p><p>two</p>");
    editor.chain().setTextSelection(2).setTextAlign("center").run();
    expect(written()).toBe('<p style="text-align:center">one</p><p>two</p>');
    expect(editor.isActive({ textAlign: "center" })).toBe(true);
    editor.commands.setTextAlign("left");
    expect(written()).toBe("<p>one</p><p>two</p>");
  });

  it("the alignment is changed for every block of the selection, including headings and list items", () => {
    editor.commands.setContent("<h3>one</h3><ul><li>two</li></ul><p>three</p>");
    editor.chain().selectAll().setTextAlign("right").run();
    expect(written()).toBe(
      '<h3 style="text-align:right">one</h3><ul><li><p style="text-align:right">two</p></li></ul><p style="text-align:right">three</p>',
    );
  });

  it("an alignment overrides that of a surrounding list item or quotation", () => {
    editor.commands.setContent('<ul><li style="text-align:center"><p>one</p></li></ul>');
    editor.chain().setTextSelection(4).setTextAlign("left").run();
    expect(written()).toBe("<ul><li><p>one</p></li></ul>");
  });

  it("only the three alignments that the policy allows are read", () => {
    editor.commands.setContent(
      '<p style="text-align:justify">a</p><p style="text-align:right;color:red">b</p>',
    );
    expect(written()).toBe('<p>a</p><p style="text-align:right">b</p>');
  });
});

describe("the schema", () => {
  const everything =
    '<h3>a</h3><h4>b</h4><p style="text-align:center"><strong>c</strong> <em>d</em> <u>e</u> <s>f</s> <mark>g</mark> <code>h</code><br>i</p><blockquote><p>j</p></blockquote><ul><li><p>k</p></li></ul><ol><li><p>l</p></li></ol><p><a href="https://a.example" rel="noopener">m</a></p>';

  it("the schema keeps everything the policy allows", () => {
    editor.commands.setContent(everything);
    expect(written()).toBe(everything);
    expect(sanitizeHtmlInBrowser(written())).toBe(everything);
  });

  it("the schema drops everything else", () => {
    editor.commands.setContent(
      '<h1>a</h1><div class="x" onclick="y()">b</div><img src="x" onerror="y()"><table><tr><td>c</td></tr></table><hr><pre>d</pre><script>y()</script><p><a href="javascript:y()">e</a></p>',
    );
    expect(editor.getHTML()).toBe("<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>");
  });
});

describe("lists", () => {
  const list = (...items: string[]) =>
    `<ul data-type="checklist">${items.map((item) => `<li data-checked="false"><p>${item}</p></li>`).join("")}</ul>`;
  beforeEach(() => {
    editor.destroy();
    editor = new Editor({ extensions: extensionsWithChecklists, injectCSS: false });
  });

  /** Puts the caret before or after a word. */
  function caret(word: string, end = false): void {
    editor.state.doc.descendants((node, position) => {
      if (node.text === word)
        editor.commands.setTextSelection(end ? position + word.length : position);
    });
  }
  const press = (key: string, modifiers: KeyboardEventInit = {}) =>
    editor.view.someProp("handleKeyDown", (handle) =>
      handle(editor.view, new KeyboardEvent("keydown", { key, ...modifiers })),
    );

  it("Backspace at the start of a list item joins it to the one before", () => {
    editor.commands.setContent(list("one", "two", "three"));
    caret("two");
    expect(press("Backspace")).toBe(true);
    expect(written()).toBe(list("onetwo", "three"));
    caret("three", true);
    press("Backspace");
    expect(written()).toBe(list("onetwo", "three"));
  });

  it("Backspace lifts the first item with nested ones out of its list", () => {
    const nested = list("nested");
    const first = list("alpha").replace("</li>", `${nested}</li>`);
    editor.commands.setContent(`<p>intro text</p>${first}`);
    caret("alpha");
    press("Backspace");
    expect(written()).toBe(`<p>intro text</p><p>alpha</p>${nested}`);
    press("Backspace");
    expect(written()).toBe(`<p>intro textalpha</p>${nested}`);
  });

  it.each([
    list,
    (...items: string[]) => `<ol>${items.map((one) => `<li><p>${one}</p></li>`).join("")}</ol>`,
  ])("Alt and an arrow key move a list item, and its caret with it", (listOf) => {
    editor.commands.setContent(listOf("one", "two", "three"));
    caret("two", true);
    press("ArrowDown", { altKey: true });
    expect(written()).toBe(listOf("one", "three", "two"));
    press("ArrowDown", { altKey: true });
    press("ArrowUp", { altKey: true });
    press("ArrowUp", { altKey: true });
    editor.commands.insertContent("!");
    expect(written()).toBe(listOf("two!", "one", "three"));
  });

  it("list commands leave a paragraph where it is", () => {
    editor.commands.setContent("<p>one</p><p>two</p>");
    caret("two");
    expect(press("ArrowUp", { altKey: true })).toBeFalsy();
    expect(written()).toBe("<p>one</p><p>two</p>");
  });
});

it.each([
  ["#", "h3"],
  ["##", "h4"],
  ["###", "h3"],
  ["####", "h4"],
])("typing %s and a space makes a heading", (typed, tag) => {
  const at = typed.length + 1;
  editor.commands.setContent(`<p>${typed}</p>`);
  editor.commands.setTextSelection(at);
  editor.view.someProp("handleTextInput", (handle) =>
    handle(editor.view, at, at, " ", () => editor.state.tr.insertText(" ", at)),
  );
  editor.commands.insertContent("title");
  expect(written()).toBe(`<${tag}>title</${tag}>`);
});

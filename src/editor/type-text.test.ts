// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { extensionsWithChecklists } from "./extensions.ts";
import { typeText } from "./type-text.ts";

const onUpdate = vi.fn();
let editor: Editor;
beforeEach(() => {
  onUpdate.mockClear();
  editor = new Editor({ extensions: extensionsWithChecklists, injectCSS: false, onUpdate });
});
afterEach(() => editor.destroy());

const checklist = (...items: string[]) => `<ul data-type="checklist">${items.join("")}</ul>`;
const item = (text: string, checked = false) => `<li data-checked="${checked}"><p>${text}</p></li>`;

it.each([
  ["[ ] fast\nsecond", checklist(item("fast"), item("second"))],
  ["[ ] one\n[x] two\n\nthree", `${checklist(item("one"), item("two", true))}<p>three</p>`],
  ["- one\n- two", "<ul><li><p>one</p></li><li><p>two</p></li></ul>"],
  ["1. one\n2. two\n# Title", "<ol><li><p>one</p></li><li><p>two</p></li></ol><h3>Title</h3>"],
  [
    "15. March dentist\nsecond\n20. third",
    '<ol start="15"><li><p>March dentist</p></li><li><p>second</p></li></ol><ol start="20"><li><p>third</p></li></ol>',
  ],
  ["007. Bond", "<p>007. Bond</p>"],
  ["9999999999. far", "<p>9999999999. far</p>"],
  ["## Title\ntext", "<h4>Title</h4><p>text</p>"],
  ["> one\n> two", "<blockquote><p>one</p><p>two</p></blockquote>"],
  ["a **bold** 🧑‍🔬", "<p>a <strong>bold</strong> 🧑‍🔬</p>"],
  ["2 * 3 * 4\n_x_", "<p>2 * 3 * 4</p><p><em>x</em></p>"],
  ["2 ** 3 ** 4 == a ==", "<p>2 ** 3 ** 4 == a ==</p>"],
  ["2 * 3\n<b> a_x_\n-1", "<p>2 * 3</p><p>&lt;b&gt; a_x_</p><p>-1</p>"],
  ["a\n\n b", "<p>a</p><p></p><p> b</p>"],
])("typeText inserts %j with the same result as typing, in one update", (text, html) => {
  typeText(editor, text, null);
  expect(editor.getHTML()).toBe(html);
  expect(onUpdate).toHaveBeenCalledOnce();
});

it.each([
  ["|a **b** c", "<p>|a <strong>b</strong> c</p>"],
  ["a **b|** c", "<p>a <strong>b|</strong> c</p>"],
  ["a **b**|", "<p>a <strong>b</strong>|</p>"],
  ["a|\n[ ] b", `<p>a|</p>${checklist(item("b"))}`],
  ["a\n[ ] |b", `<p>a</p>${checklist(item("|b"))}`],
  ["- a\n- b|\n- c", "<ul><li><p>a</p></li><li><p>b|</p></li><li><p>c</p></li></ul>"],
  ["[ ] a\n|", checklist(item("a"), item("|"))],
])("typeText leaves the caret of %j where it was", (marked, html) => {
  typeText(editor, marked.replace("|", ""), marked.indexOf("|"));
  editor.view.dispatch(editor.state.tr.insertText("|"));
  expect(editor.getHTML()).toBe(html);
});

it("typeText makes a long text a paragraph per line, with its caret", () => {
  const long = "- x".repeat(700);
  typeText(editor, `a\n\n${long}`, 2);
  editor.view.dispatch(editor.state.tr.insertText("|"));
  expect(editor.getHTML()).toBe(`<p>a</p><p>|</p><p>${long}</p>`);
});

it("undo after typeText returns to an empty text, not to the replaced text", () => {
  editor.destroy();
  const content = "<p>[ ] a</p>";
  editor = new Editor({ extensions: extensionsWithChecklists, injectCSS: false, content });
  typeText(editor, "[ ] ab", null);
  while (editor.can().undo()) editor.commands.undo();
  expect(editor.getHTML()).toBe("<p></p>");
});

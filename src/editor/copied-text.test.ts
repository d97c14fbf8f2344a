// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { afterEach, expect, it } from "vitest";
import { extensionsWithPictures } from "./extensions.ts";
import { pasteProps } from "./use-paste.ts";

let editor: Editor;
afterEach(() => editor.destroy());

/** Copies this HTML, or the part between two bars, and returns what the clipboard receives. */
function copy(html: string): { text: string; html: string } {
  const source = { add: () => Promise.reject(), open: async () => null };
  const editorProps = pasteProps(() => {});
  const extensions = extensionsWithPictures(source);
  editor = new Editor({ extensions, injectCSS: false, content: html, editorProps });
  const bars: number[] = [];
  editor.state.doc.descendants(({ text = "" }, position) => {
    for (const { index } of text.matchAll(/\|/g)) bars.push(position + index - bars.length);
  });
  for (const at of bars) editor.commands.deleteRange({ from: at, to: at + 1 });
  const [from = 0, to = 0] = bars;
  if (bars.length === 0) editor.commands.selectAll();
  else editor.commands.setTextSelection({ from, to });
  const { dom, text } = editor.view.serializeForClipboard(editor.state.selection.content());
  for (const element of dom.querySelectorAll("*")) element.removeAttribute("data-pm-slice");
  return { text, html: dom.innerHTML };
}

const item = (text: string, checked = false) => `<li data-checked="${checked}"><p>${text}</p></li>`;

it.each([
  ["<ul><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n- b"],
  [`<ul data-type="checklist">${item("milk")}${item("eggs", true)}</ul>`, "[ ] milk\n[x] eggs"],
  [
    '<ol start="9"><li><p>a</p><ul><li><p>b</p><p>c</p></li></ul></li><li><p>d</p></li></ol>',
    "9. a\n   - b\n     c\n10. d",
  ],
  ["<p>line1</p><p></p><p></p><p>line4<br>line5</p>", "line1\n\n\nline4\nline5"],
  ["<h3>T</h3><p>a</p><blockquote><p>b</p><p>c</p></blockquote>", "T\na\n> b\n> c"],
  [
    "<p><code>if (a) {</code><br><code>&nbsp;&nbsp;b;</code> 5&nbsp;€</p>",
    "if (a) {\n  b; 5\u00a0€",
  ],
  [
    '<p>a</p><img data-file="00000000-0000-4000-8000-00000000000a" alt="Boat"><p>b</p>',
    "a\n[Picture: Boat]\nb",
  ],
])("%s is copied line by line, with its list marks", (html, text) => {
  expect(copy(html).text).toBe(text);
});

it.each([
  ["<ul><li><p>a |word| b</p></li><li><p>c</p></li></ul>", "word"],
  ["<ul><li><p>a</p></li><li><p>b |x</p></li><li><p>c|</p></li></ul>", "- x\n- c"],
  ['<ol start="15"><li><p>a</p></li><li><p>|b</p></li><li><p>c|</p></li></ol>', "16. b\n17. c"],
])("a part of %s is copied with its own numbers", (html, text) => {
  expect(copy(html).text).toBe(text);
});

it("copying part of a numbered list keeps its numbers in the HTML", () => {
  const ol = '<ol start="15"><li><p>a</p></li><li><p>|b</p></li><li><p>c|</p></li></ol>';
  expect(copy(ol).html).toBe('<ol start="16"><li><p>b</p></li><li><p>c</p></li></ol>');
  const nested =
    "<ol><li><p>a</p></li><li><p>b</p><ol><li><p>c</p></li><li><p>|d</p></li></ol></li><li><p>e|</p></li></ol>";
  expect(copy(nested).html).toContain(
    '<ol start="2"><li><ol start="2"><li><p>d</p></li></ol></li>',
  );
});

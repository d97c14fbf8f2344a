// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { toEditorHtml } from "./to-editor-html.ts";

/** A picture of an imported note whose file is stored. */
const PICTURE =
  '<img data-file="00000000-0000-4000-8000-00000000000a" alt="A boat" width="64" height="48">';

describe("HTML of another program", () => {
  it.each([
    [
      '<p dir="ltr" style="line-height:1.38"><span style="font-weight:700">a</span><span style="font-style:italic">b</span><span style="text-decoration:underline">c</span></p>',
      "<p><strong>a</strong><em>b</em><u>c</u></p>",
    ],
    [
      '<h1 dir="ltr"><span style="font-size:24.0pt">a</span></h1><h2>b</h2>',
      "<h3>a</h3><h3>b</h3>",
    ],
    [
      "<p>a</p><div>b<table><tr><td>1</td><td>2</td></tr></table></div>",
      "<p>a</p><p>b</p><p>1 | 2</p>",
    ],
    [
      '<ul data-type="checklist"><li data-checked="true"><p>a</p></li></ul>',
      '<ul data-type="checklist"><li data-checked="true"><p>a</p></li></ul>',
    ],
    ["<p>a</p><p></p><p>b</p>", "<p>a</p><p></p><p>b</p>"],
    ["<p>a  b\n</p>\n\n<p>c</p>", "<p>a b</p><p>c</p>"],
    [`<p>a</p>${PICTURE}<p>b</p>`, `<p>a</p>${PICTURE}<p>b</p>`],
    ["", ""],
    ["<script>x</script><p> </p>", ""],
  ])("toEditorHtml converts %s", (html, expected) => expect(toEditorHtml(html)).toBe(expected));

  it.each([
    ["<p>a</p><p>b</p>", "<p>a</p><p></p><p>b</p>"],
    ["<p>a</p><p>&nbsp;</p><p>b</p>", "<p>a</p><p>&nbsp;</p><p>b</p>"],
    [
      "<div>a</div><div>b</div><ul><li><p>c</p><p>d</p></li></ul>",
      "<p>a</p><p>b</p><ul><li><p>c</p><p>d</p></li></ul>",
    ],
    ['<p style="margin:0">a</p><p style="margin:0">b</p>', "<p>a</p><p>b</p>"],
    [
      '<p style="margin-bottom:16px;margin-top:0">a</p><p style="margin-bottom:16px;margin-top:0">b</p>',
      "<p>a</p><p></p><p>b</p>",
    ],
    ["<h1>a</h1><p class=MsoNormal>b</p><p class=MsoNormal>c</p>", "<h3>a</h3><p>b</p><p>c</p>"],
  ])(
    "toEditorHtml writes the gaps between a page's paragraphs as empty lines: %s",
    (html, expected) => expect(toEditorHtml(html, true)).toBe(expected),
  );
});

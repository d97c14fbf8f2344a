// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { extensions } from "./extensions.ts";
import { isTypedAddress, toHref } from "./links.ts";

describe("an address", () => {
  it.each([
    ["https://example.org/a?b#c", "https://example.org/a?b#c"],
    ["example.org", "https://example.org/"],
    [" www.example.org/a ", "https://www.example.org/a"],
    ["localhost.example:8080/a", "https://localhost.example:8080/a"],
    ["me@example.org", "mailto:me@example.org"],
    ["mailto:me@example.org", "mailto:me@example.org"],
  ])("resolves %s to %s", (address, href) => {
    expect(toHref(address)).toBe(href);
  });

  it.each([
    "",
    "a",
    "a b.org",
    "javascript:x()",
    "data:text/html,x",
    "/a.html",
    ".org",
    "?a.b",
    "#a.b",
  ])("refuses %s", (address) => {
    expect(toHref(address)).toBeNull();
  });

  it("is auto-linked only if it is not a file name", () => {
    const typed = [
      "https://a.example",
      "www.a.io",
      "a@b.example",
      "a.com",
      "a.dev/b",
      "HTTP://A.B",
    ];
    expect(typed.filter((text) => !isTypedAddress(text))).toEqual([]);
    const others = ["readme.md", "main.rs", "e.g.", "1.5", "a.b", "javascript:x()", "node.js"];
    expect(others.filter(isTypedAddress)).toEqual([]);
  });
});

describe("typing", () => {
  function type(text: string): string {
    const editor = new Editor({ extensions, injectCSS: false });
    for (const character of text) {
      if (character === "\n") {
        editor.commands.splitBlock();
        continue;
      }
      const { from, to } = editor.state.selection;
      const type = () => editor.state.tr.insertText(character, from, to);
      const handled = editor.view.someProp("handleTextInput", (handle) =>
        handle(editor.view, from, to, character, type),
      );
      if (!handled) editor.view.dispatch(type());
    }
    const html = sanitizeHtmlInBrowser(editor.getHTML());
    editor.destroy();
    return html;
  }

  it("links a URL followed by a space, up to the space", () => {
    expect(type("see https://example.org/a and www.b.org or me@c.org ok")).toBe(
      '<p>see <a href="https://example.org/a" rel="noopener">https://example.org/a</a> and ' +
        '<a href="https://www.b.org" rel="noopener">www.b.org</a> or ' +
        '<a href="mailto:me@c.org" rel="noopener">me@c.org</a> ok</p>',
    );
  });

  it.each([
    [
      "see https://a.org/b. ",
      '<p>see <a href="https://a.org/b" rel="noopener">https://a.org/b</a>. </p>',
    ],
    ["(www.a.org), ok", '<p>(<a href="https://www.a.org/" rel="noopener">www.a.org</a>), ok</p>'],
    ["“me@a.org”! ", '<p>“<a href="mailto:me@a.org" rel="noopener">me@a.org</a>”! </p>'],
    [
      "https://a.org?\n",
      '<p><a href="https://a.org/" rel="noopener">https://a.org</a>?</p><p></p>',
    ],
  ])("links %j without the punctuation around it", (text, html) => {
    expect(type(text)).toBe(html);
  });

  it.each(["(readme.md), e.g. `www.a.org`. ", "readme.md `www.a.org` "])(
    "does not link a file name or a URL inside code: %j",
    (text) => {
      expect(type(text)).not.toContain("<a");
    },
  );
});

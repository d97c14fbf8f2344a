// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { findAddresses, isTypedAddress, toHref } from "../lib/addresses.ts";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { extensions } from "./extensions.ts";

describe("an address", () => {
  it.each([
    ["https://example.org/a?b#c", "https://example.org/a?b#c"],
    ["example.org", "https://example.org/"],
    [" www.example.org/a ", "https://www.example.org/a"],
    ["localhost.example:8080/a", "https://localhost.example:8080/a"],
    ["me@example.org", "mailto:me@example.org"],
    ["mailto:me@example.org", "mailto:me@example.org"],
  ])("an address resolves %s to %s", (address, href) => {
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
  ])("an address refuses %s", (address) => {
    expect(toHref(address)).toBeNull();
  });

  it("an address is auto-linked only if it is not a file name", () => {
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
    others.push("@foo.com", "@me@host.org", "git@github.com:a/b.git");
    expect(others.filter(isTypedAddress)).toEqual([]);
  });
});

describe("addresses in a text", () => {
  const WIKI = "https://en.wikipedia.org/wiki/Foo_(bar)";
  it.each([
    [`(see ${WIKI}) end`, WIKI],
    [`${WIKI}, or [${WIKI}]. `, `${WIKI} ${WIKI}`],
    [
      "(https://a.org/x), https://a.org/y; https://a.org/z!",
      "https://a.org/x https://a.org/y https://a.org/z",
    ],
    [
      "https://a.org/x[1] [https://a.org/y] {https://a.org/z}",
      "https://a.org/x[1] https://a.org/y https://a.org/z",
    ],
    [
      "“https://a.org/x”, 'https://a.org/y' «https://a.org/z»…",
      "https://a.org/x https://a.org/y https://a.org/z",
    ],
    [
      "<https://a.org/x> `https://a.org/y` **https://a.org/z**",
      "https://a.org/x https://a.org/y https://a.org/z",
    ],
    [
      "詳細はhttps://a.org/x。次は「https://a.org/y」（https://a.org/z）、",
      "https://a.org/x https://a.org/y https://a.org/z",
    ],
    ["链接：https://a.org/日本，好", "https://a.org/日本"],
    ["https://a.org/?b=c&d=e#f? see:https://a.org/x", "https://a.org/?b=c&d=e#f https://a.org/x"],
    [
      "https://a.org/x,https://a.org/y;https://a.org/z",
      "https://a.org/x https://a.org/y https://a.org/z",
    ],
    [
      "https://web.archive.org/2020/https://a.org/x",
      "https://web.archive.org/2020/https://a.org/x",
    ],
    ["https://a.org/~me/... https://a.org/a_(b", "https://a.org/~me/ https://a.org/a_(b"],
    ["me@a.org, (www.a.org) or a.com/b.", "me@a.org www.a.org a.com/b"],
    ["xhttps://a.org readme.md https:// (a.b) 10:30.", ""],
  ])("addresses in the text %s end before the punctuation", (text, expected) => {
    const found = findAddresses(text);
    expect(found.map((one) => one.text).join(" ")).toBe(expected);
    for (const { text: address, index } of found) {
      expect(text.slice(index, index + address.length)).toBe(address);
    }
  });

  it.each(["(", "'", "https://a.org/(", "a@", "https://", ")]}", "x"])(
    // A quadratic algorithm would exceed the test's time limit on any machine.
    "addresses in a text are looked for in linear time: %s",
    (piece) => {
      findAddresses(piece.repeat(500_000 / piece.length));
      findAddresses(`https://a.org/${piece.repeat(500_000 / piece.length)}`);
    },
  );
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

  it("a URL followed by a space is linked up to the space", () => {
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
    ["(www.a.org), ok", '<p>(<a href="https://www.a.org" rel="noopener">www.a.org</a>), ok</p>'],
    [
      "(see https://en.wikipedia.org/wiki/Foo_(bar)) end",
      '<p>(see <a href="https://en.wikipedia.org/wiki/Foo_(bar)" rel="noopener">https://en.wikipedia.org/wiki/Foo_(bar)</a>) end</p>',
    ],
    [
      "「https://a.org/b。 ",
      '<p>「<a href="https://a.org/b" rel="noopener">https://a.org/b</a>。 </p>',
    ],
    ["“me@a.org”! ", '<p>“<a href="mailto:me@a.org" rel="noopener">me@a.org</a>”! </p>'],
    ["https://a.org?\n", '<p><a href="https://a.org" rel="noopener">https://a.org</a>?</p><p></p>'],
  ])("typing %j links the address without the punctuation around it", (text, html) => {
    expect(type(text)).toBe(html);
  });

  it("typing extends a link whose address is continued, and leaves one that was made by hand", () => {
    const editor = new Editor({ extensions, injectCSS: false });
    const edit = (html: string) => {
      editor.commands.setContent(`<p>${html}</p>`);
      editor.commands.focus("end");
      for (const text of ["/b", " "]) {
        editor.view.dispatch(editor.state.tr.insertText(text));
      }
      return editor.getHTML();
    };
    expect(edit('<a href="https://a.org">https://a.org</a>')).toBe(
      '<p><a rel="noopener" href="https://a.org/b">https://a.org/b</a> </p>',
    );
    const own = '<a rel="noopener" href="https://b.org">https://a.org</a>';
    expect(edit(own)).toBe(`<p>${own}/b </p>`);
    editor.destroy();
  });

  it.each(["(readme.md), e.g. `www.a.org`. ", "readme.md `www.a.org` "])(
    "typing does not link a file name or a URL inside code: %j",
    (text) => {
      expect(type(text)).not.toContain("<a");
    },
  );
});

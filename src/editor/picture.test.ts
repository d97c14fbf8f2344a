// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { extensionsWithChecklists, extensionsWithPictures } from "./extensions.ts";
import { insertPictures, withLineBelow } from "./picture.ts";
import { createPicture, type PictureSource } from "./picture-view.ts";
import { pasteProps } from "./use-paste.ts";

const ID = "00000000-0000-4000-8000-00000000000a";
const PICTURE = `<img data-file="${ID}" alt="A boat" width="640" height="480">`;
const attributes = { file: ID, alt: "A boat", width: 640, height: 480 };

/** A source that returns these URLs one after another. */
function sourceOf(...addresses: (string | null)[]) {
  const open = vi.fn(async () => addresses.shift() ?? null);
  return { add: async () => attributes, open } satisfies PictureSource;
}

let editor: Editor;
let lost = 0;
let inserted: readonly File[] = [];
afterEach(() => editor?.destroy());

function edit(html: string, source = sourceOf("blob:a")): Editor {
  lost = 0;
  inserted = [];
  editor = new Editor({
    extensions: extensionsWithPictures(source),
    content: html,
    injectCSS: false,
    editorProps: pasteProps(
      (count) => {
        lost = count;
      },
      (files) => {
        inserted = files;
      },
    ),
  });
  return editor;
}

const stored = () => sanitizeHtmlInBrowser(editor.getHTML());

function paste(data: Record<string, string>, files: File[] = []): void {
  const clipboardData = {
    types: [...Object.keys(data), ...(files.length > 0 ? ["Files"] : [])],
    getData: (type: string) => data[type] ?? "",
    files,
  };
  editor.view.dom.dispatchEvent(Object.assign(new Event("paste"), { clipboardData }));
}

describe("a picture in a text", () => {
  it("a picture in a text is stored unchanged, and shown from its address", async () => {
    edit(`<p>a</p>${PICTURE}<p>b</p>`);
    expect(stored()).toBe(`<p>a</p>${PICTURE}<p>b</p>`);
    await vi.waitFor(() => expect(editor.view.dom.querySelector("img")?.src).toBe("blob:a"));
    expect(stored()).toBe(`<p>a</p>${PICTURE}<p>b</p>`);
  });

  it("a picture in a text is copied without its address", async () => {
    edit(`<p>a</p>${PICTURE}<p>b</p>`, sourceOf("https://x.example/signed?token=secret"));
    await vi.waitFor(() => expect(editor.view.dom.querySelector("img")).not.toBeNull());
    editor.commands.selectAll();
    const { dom, text } = editor.view.serializeForClipboard(editor.state.selection.content());
    expect(dom.innerHTML).toContain(ID);
    expect(dom.innerHTML + text).not.toContain("secret");
  });

  it("a picture in a text is dropped from a text without pictures", () => {
    editor = new Editor({ extensions: extensionsWithChecklists, content: `<p>a</p>${PICTURE}` });
    expect(stored()).toBe("<p>a</p>");
  });

  it("a picture in a text is inserted at the caret, with a line below the last one", async () => {
    edit("<p>a</p><p></p><p>b</p>");
    editor.commands.setTextSelection(4);
    await insertPictures(editor, sourceOf(), [new File([], "a.png")]);
    expect(stored()).toBe(`<p>a</p>${PICTURE}<p>b</p>`);
    editor.commands.focus("end");
    await insertPictures(editor, sourceOf(), [new File([], "a.png"), new File([], "b.png")]);
    expect(stored()).toBe(`<p>a</p>${PICTURE}<p>b</p>${PICTURE}${PICTURE}<p></p>`);
  });
});

describe("a text that ends with a picture", () => {
  const typeAtEnd = (html: string) => {
    edit(html).commands.focus("end");
    editor.view.dispatch(editor.state.tr.replaceSelectionWith(editor.schema.text("x")));
    return stored();
  };

  it.each([
    [`<p>a</p>${PICTURE}`, `<p>a</p>${PICTURE}<p>x</p>`],
    [`<ul><li><p>a</p>${PICTURE}</li></ul>`, `<ul><li><p>a</p>${PICTURE}</li></ul><p>x</p>`],
    [`${PICTURE}<p>a</p>`, `${PICTURE}<p>ax</p>`],
  ])("a text that ends with a picture is continued below it: %s", (html, continued) => {
    expect(typeAtEnd(withLineBelow(html))).toBe(continued);
  });

  it("a text that ends with a picture loses the picture without that line", () => {
    expect(typeAtEnd(`<p>a</p>${PICTURE}`)).not.toContain(PICTURE);
  });
});

describe("pasting pictures", () => {
  const file = new File(["x"], "image.png", { type: "image/png" });

  it("pasting keeps a picture that was copied from a note, with only its file", () => {
    edit("<p></p>");
    paste({
      "text/html": `<p data-pm-slice="0 0 []">a</p>${PICTURE.replace(">", ' src="https://x.example/a" onerror="x()">')}`,
    });
    expect(stored()).toBe(`<p>a</p>${PICTURE}`);
    expect(lost).toBe(0);
  });

  it("pasting leaves out pictures of other pages", () => {
    edit("<p></p>");
    paste({ "text/html": `<p>a</p><img src="https://x.example/a.png">${PICTURE}` });
    expect(stored()).toBe("<p>a</p>");
    expect(lost).toBe(2);
  });

  it("pasting pictures inserts files, also those of a picture copied from a page", () => {
    edit("<p></p>");
    paste({}, [file]);
    expect(inserted).toEqual([file]);
    edit("<p></p>");
    paste({ "text/html": '<meta charset="utf-8"><img src="https://x.example/a.png">' }, [file]);
    expect(inserted).toEqual([file]);
    expect(lost).toBe(0);
  });

  it("pasting pictures prefers a text to the picture of it that a word processor adds", () => {
    edit("<p></p>");
    paste({ "text/html": "<p>text</p>", "text/plain": "text" }, [file]);
    expect(inserted).toEqual([]);
    expect(stored()).toBe("<p>text</p>");
  });
});

describe("the element of a picture", () => {
  const shown = (dom: HTMLElement) => dom.querySelector("img")?.getAttribute("src");

  it("the element of a picture reserves its space before there is an address", () => {
    const { dom } = createPicture(attributes, sourceOf());
    expect([dom.style.width, dom.style.aspectRatio]).toEqual(["640px", "640 / 480"]);
  });

  it("the element of a picture asks for another address when one has failed, then shows the alternative text", async () => {
    const source = sourceOf("https://x.example/expired", "https://x.example/renewed");
    const { dom } = createPicture(attributes, source);
    await vi.waitFor(() => expect(shown(dom)).toBe("https://x.example/expired"));
    dom.querySelector("img")?.dispatchEvent(new Event("error"));
    await vi.waitFor(() => expect(shown(dom)).toBe("https://x.example/renewed"));
    expect(source.open.mock.calls).toEqual([
      [ID, false],
      [ID, true],
    ]);
    dom.querySelector("img")?.dispatchEvent(new Event("error"));
    expect(dom.textContent).toBe("A boat");
    expect(dom.ariaLabel).toBe("A boat (not available)");
  });

  it("the element of a picture shows the alternative text without a file, and the picture once the network is back", async () => {
    const { dom, destroy } = createPicture(attributes, sourceOf(null, "blob:b", "blob:c"));
    await vi.waitFor(() => expect(dom.textContent).toBe("A boat"));
    dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(shown(dom)).toBe("blob:b"));
    destroy();
  });
});

// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { afterEach, expect, it } from "vitest";
import { extensions, extensionsWithPictures } from "./extensions.ts";

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

/** Types a letter after a key, in a text that is fully selected or has the caret in its middle. */
function typeAfter(key: string, html: string, { all = true, ctrlKey = false } = {}): string {
  const source = { add: () => Promise.reject(), open: async () => null };
  editor = new Editor({ extensions: extensionsWithPictures(source), content: html });
  const { view } = editor;
  if (all) editor.commands.selectAll();
  else editor.commands.setTextSelection(7);
  const event = new KeyboardEvent("keydown", { key, ctrlKey });
  view.someProp("handleKeyDown", (handle) => handle(view, event));
  view.dispatch(view.state.tr.insertText("x"));
  return [...view.dom.querySelectorAll("p")].map((line) => line.textContent).join("|");
}

const LIST = `<ul data-type="checklist">${["one", "two"].map((text) => `<li data-checked="false"><p>${text}</p></li>`).join("")}</ul>`;
const PICTURE = '<img data-file="a" alt="Boat" width="4" height="4">';

it.each(["Home", "PageUp", "ArrowUp", "ArrowLeft"])(
  "%s moves the caret to the start when everything is selected",
  (key) => {
    expect(typeAfter(key, LIST)).toBe("xone|two");
    expect(typeAfter(key, `${PICTURE}<p>a</p>`)).toBe("xa");
    expect(editor?.getHTML()).toContain("<img");
  },
);

it.each(["End", "PageDown", "ArrowDown", "ArrowRight"])(
  "%s moves the caret to the end when everything is selected",
  (key) => {
    expect(typeAfter(key, LIST)).toBe("one|twox");
    expect(typeAfter(key, `<p>a</p>${PICTURE}`)).toBe("ax");
    expect(editor?.getHTML()).toContain("<img");
  },
);

it("Ctrl+Home and Ctrl+End move the caret to the start and the end of the text from anywhere", () => {
  const given = { all: false, ctrlKey: true };
  expect(typeAfter("Home", "<p>one</p><p>two</p><p>three</p>", given)).toBe("xone|two|three");
  expect(typeAfter("End", "<p>one</p><p>two</p><p>three</p>", given)).toBe("one|two|threex");
});

it("End without Ctrl keeps the browser's behavior when only a part is selected", () => {
  expect(typeAfter("End", "<p>one</p><p>two</p>", { all: false })).toBe("one|txwo");
});

it("Alt with an arrow key goes back in the browser's history", () => {
  editor = new Editor({ extensions, content: "<p>one</p>" });
  const { view } = editor;
  editor.commands.setTextSelection(1);
  const isHandled = (altKey: boolean) => {
    const event = new KeyboardEvent("keydown", { key: "ArrowLeft", altKey });
    return view.someProp("handleKeyDown", (handle) => handle(view, event)) === true;
  };
  expect([isHandled(false), isHandled(true)]).toEqual([true, false]);
});

// @vitest-environment jsdom
import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, it } from "vitest";
import { extensionsWithChecklists } from "./extensions.ts";
import { setSinksTicked, sinkBy } from "./sink-ticked.ts";

afterEach(() => setSinksTicked(true));

describe("an item", () => {
  it.each([
    ["is ticked moves below the last open one", [true, false, true, false, true], 0, 3],
    ["is ticked below the open ones stays", [false, true, true], 1, 0],
    ["is unticked moves above the first ticked one", [false, true, true, false], 3, -2],
    ["is unticked above the ticked ones stays", [false, false, true], 1, 0],
    ["is alone stays", [true], 0, 0],
  ])("an item that %s", (_, ticked, index, by) => {
    expect(sinkBy(ticked, index)).toBe(by);
  });

  it("a ticked item stays in place while sinking is turned off", () => {
    setSinksTicked(false);
    expect(sinkBy([true, false], 0)).toBe(0);
  });
});

describe("in the editor", () => {
  const item = (text: string, checked = false) =>
    `<li data-checked="${checked}"><p>${text}</p></li>`;

  function open(...items: string[]) {
    return new Editor({
      element: document.body.appendChild(document.createElement("div")),
      extensions: extensionsWithChecklists,
      injectCSS: false,
      content: `<ul data-type="checklist">${items.join("")}</ul>`,
    });
  }
  const texts = (editor: Editor) =>
    [...editor.view.dom.querySelectorAll("li")].map((one) => one.textContent);

  it("an item's box moves it, undo returns it, and the caret stays in its own item", async () => {
    const editor = open(item("a"), item("b"), item("c", true));
    await expect.poll(() => editor.view.dom.querySelectorAll("li").length).toBe(3);
    editor.commands.setTextSelection(8);
    expect(editor.state.selection.$from.parent.textContent).toBe("b");
    const [box] = editor.view.dom.querySelectorAll("input");
    box?.click();
    expect(texts(editor)).toEqual(["b", "a", "c"]);
    expect(editor.getHTML()).toContain('<li data-checked="true"><p>a</p></li>');
    expect(editor.state.selection.$from.parent.textContent).toBe("b");
    editor.commands.undo();
    expect(texts(editor)).toEqual(["a", "b", "c"]);
    editor.destroy();
  });
});

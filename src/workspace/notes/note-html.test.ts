// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { setSinksTicked } from "../../editor/sink-ticked.ts";
import { tickItem, toHtml } from "./note-html.ts";

describe("tickItem", () => {
  const list =
    '<ul data-type="checklist"><li data-checked="false"><p>a</p><ul data-type="checklist"><li data-checked="true"><p>b</p></li></ul></li></ul>';

  it("tickItem changes only the given item, in document order", () => {
    expect(tickItem(list, 1, false)).toBe(list.replace('"true"', '"false"'));
    expect(tickItem(list, 0, true)).toBe(list.replace('"false"', '"true"'));
  });

  it("tickItem moves an item to the other items of its state, unless that is turned off", () => {
    const item = (text: string, ticked: boolean) =>
      `<li data-checked="${ticked}"><p>${text}</p></li>`;
    const of = (...items: string[]) => `<ul data-type="checklist">${items.join("")}</ul>`;
    const open = of(item("a", false), item("b", false), item("c", true));
    const sunk = of(item("b", false), item("a", true), item("c", true));
    expect(tickItem(open, 0, true)).toBe(sunk);
    expect(tickItem(sunk, 2, false)).toBe(of(item("b", false), item("c", false), item("a", true)));
    setSinksTicked(false);
    expect(tickItem(open, 0, true)).toBe(of(item("a", true), item("b", false), item("c", true)));
    setSinksTicked(true);
  });

  it("tickItem changes nothing when there is no such item", () => {
    expect(tickItem(list, 7, true)).toBe(list);
  });
});

describe("toHtml", () => {
  it("toHtml makes a paragraph of each line and escapes markup", () => {
    expect(toHtml("a <b>\n\nb & c")).toBe("<p>a &lt;b&gt;</p><p></p><p>b &amp; c</p>");
    expect(toHtml(" \n ")).toBe("");
  });
});

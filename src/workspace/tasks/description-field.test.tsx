// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, expect, it } from "vitest";
import { DescriptionField } from "./description-field.tsx";
import type { TaskColumns, TaskValues } from "./task-schema.ts";

let stored = () => "";

function Form({ description }: { description: string }) {
  const form = useForm<TaskValues, unknown, TaskColumns>({ defaultValues: { description } });
  stored = () => form.getValues("description");
  return <DescriptionField form={form} wrap="" />;
}

/** Waits for the code of checklists. */
async function open(description: string) {
  render(<Form description={description} />);
  await screen.findAllByRole("button", { name: /^Add / });
}

const text = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Description" });
const items = () => screen.queryAllByRole<HTMLTextAreaElement>("textbox", { name: "Item" });
const type = (area: HTMLTextAreaElement | undefined, value: string, caret = value.length) => {
  if (!area) throw new Error("No such line");
  fireEvent.change(area, { target: { value, selectionEnd: caret } });
};
const focused = () => {
  const { value, selectionStart } = document.activeElement as HTMLTextAreaElement;
  return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
};

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it("a checklist is added below the text with the caret in its first item, and Enter makes the next one", async () => {
  await open("Trip");
  fireEvent.click(screen.getByRole("button", { name: "Add checklist" }));
  expect(document.activeElement).toBe(items()[0]);
  type(items()[0], "socks");
  type(items()[0], "socks\n");
  expect(document.activeElement).toBe(items()[1]);
  type(items()[1], "\n");
  expect(items(), "Enter in an empty item").toHaveLength(2);
  expect(text().value).toBe("Trip");
  expect(stored()).toBe("Trip\n- [ ] socks\n- [ ] ");
  expect(screen.queryByRole("button", { name: "Add checklist" })).toBeNull();
});

it.each([
  ["[ ] milk", "- [ ] milk", "milk|"],
  ["Buy\n[x] milk", "Buy\n- [x] milk", "milk|"],
  ["- [ ] milk\n* [X] bread", "- [ ] milk\n- [x] bread", "bread|"],
])("the typed or pasted text %j becomes a checklist", async (typed, description, caret) => {
  await open("");
  type(text(), typed);
  expect(stored()).toBe(description);
  expect(focused()).toBe(caret);
});

it("lines pasted into an item become items", async () => {
  await open("- [ ] a\n- [ ] z");
  type(items()[0], "a\n- b\n[x] c");
  expect(stored()).toBe("- [ ] a\n- [ ] b\n- [x] c\n- [ ] z");
  expect(focused()).toBe("c|");
});

it("Backspace at the start joins an item to the one before, and makes the first one text", async () => {
  await open("Trip\n- [x] a\n- [ ] b");
  fireEvent.keyDown(items()[1] as Element, { key: "Backspace" });
  expect(stored()).toBe("Trip\n- [x] ab");
  expect(focused()).toBe("a|b");
  items()[0]?.setSelectionRange(0, 0);
  fireEvent.keyDown(items()[0] as Element, { key: "Backspace" });
  expect(stored()).toBe("Trip\nab");
  expect(focused()).toBe("Trip\n|ab");
});

it("a ticked item sinks below the others unless that setting is off, and nested items stay", async () => {
  await open("- [ ] a\n- [ ] b\n- [x] c");
  fireEvent.click(screen.getByRole("checkbox", { name: "a" }));
  expect(stored()).toBe("- [ ] b\n- [x] a\n- [x] c");
  localStorage.setItem("foyer-sink-ticked", "off");
  fireEvent.click(screen.getByRole("checkbox", { name: "c" }));
  expect(stored()).toBe("- [ ] b\n- [x] a\n- [ ] c");
  localStorage.clear();
  cleanup();
  await open("- [ ] a\n  - [ ] b\n- [ ] c");
  fireEvent.click(screen.getByRole("checkbox", { name: "a" }));
  expect(stored()).toBe("- [x] a\n  - [ ] b\n- [ ] c");
});

it("Alt and an arrow key move an item", async () => {
  await open("- [ ] a\n- [ ] b");
  fireEvent.keyDown(items()[0] as Element, { key: "ArrowDown", altKey: true });
  expect(stored()).toBe("- [ ] b\n- [ ] a");
  fireEvent.keyDown(items()[1] as Element, { key: "ArrowDown", altKey: true });
  expect(stored()).toBe("- [ ] b\n- [ ] a");
});

it("texts around several checklists stay in their place", async () => {
  await open("Before\n- [ ] a\n\nAfter\n- [ ] b");
  type(screen.getByRole("textbox", { name: "Description, continued" }), "\nLater");
  expect(stored()).toBe("Before\n- [ ] a\n\nLater\n- [ ] b");
});

it("each web and email address is a link, and other schemes are not", async () => {
  await open("www.example.org, javascript:alert(1)\n- [ ] me@example.org www.example.org");
  const links = screen.getAllByRole<HTMLAnchorElement>("link");
  expect(links.map(({ href, rel, target }) => [href, rel, target])).toEqual([
    ["https://www.example.org/", "noopener noreferrer nofollow", "_blank"],
    ["mailto:me@example.org", "noopener noreferrer nofollow", "_blank"],
  ]);
});

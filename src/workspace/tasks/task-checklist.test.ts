import { expect, it } from "vitest";
import { formatDescription, parseDescription, progressOf } from "./task-checklist.ts";

const item = (text: string, checked = false, indent = "") => ({ indent, checked, text });

it.each([
  ["", [{ text: "" }]],
  ["Two\n\nlines", [{ text: "Two\n\nlines" }]],
  [
    "- [ ] milk\n- [x] bread",
    [{ text: "" }, { text: "", items: [item("milk"), item("bread", true)] }],
  ],
  [
    "Buy\n\n* [X] a\r\n  + [ ] b\n[ ] c",
    [{ text: "Buy\n" }, { text: "", items: [item("a", true), item("b", false, "  "), item("c")] }],
  ],
  [
    "- [ ] a\n\n- [ ]\n\nThen\n- [ ] b",
    [
      { text: "" },
      { text: "", items: [item("a"), item("")] },
      { text: "\nThen" },
      { text: "", items: [item("b")] },
    ],
  ],
  // None of these is an item.
  [
    "[1] note\n[ ]\n-[ ] a\n- [y] b\n[link](https://example.org)",
    [{ text: "[1] note\n[ ]\n-[ ] a\n- [y] b\n[link](https://example.org)" }],
  ],
])("the description %j has these texts and checklists", (description, parts) => {
  expect(parseDescription(description)).toEqual(parts);
});

it.each([
  "",
  "\n\n  text\n- dash\n\n",
  "- [ ] milk\n  - [x] bread",
  "Before:\n\n- [ ] a\n\nAfter:\n- [x] b\nEnd",
])("the description %j is written as it was read", (description) => {
  expect(formatDescription(parseDescription(description))).toBe(description);
});

it("a description's progress counts all of its items that have a text", () => {
  expect(progressOf("Trip\n- [x] a\n- [ ] b\nLater\n- [X] c")).toEqual({
    total: 3,
    done: 2,
    hasText: true,
  });
  expect(progressOf("- [ ] a\n- [ ] \n\n")).toEqual({ total: 1, done: 0, hasText: false });
  expect(progressOf("With figures.")).toEqual({ total: 0, done: 0, hasText: true });
});

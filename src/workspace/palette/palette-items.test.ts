import { expect, it } from "vitest";
import { isCapped } from "./palette-items.ts";

const matches = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    kind,
    id: `${kind} ${index}`,
    title: "",
    passage: "",
    place: null,
  }));

it.each([
  ["Notes", { note: 10, "trashed note": 10 }, false],
  ["Notes", { note: 12, "archived note": 8 }, true],
  ["Notes", { "trashed note": 20 }, true],
  ["Notes", { task: 20 }, false],
  ["Tasks", { task: 19, "archived task": 19 }, false],
  ["Files", { file: 10, folder: 10 }, true],
  ["Screens", { note: 20 }, false],
])(
  "the group %s of the palette with the matches %j is incomplete: %s",
  (group, counts, expected) => {
    const found = Object.entries(counts).flatMap(([kind, count]) => matches(kind, count));
    expect(isCapped(group, found)).toBe(expected);
  },
);

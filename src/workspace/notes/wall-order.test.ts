import { expect, test } from "vitest";
import { anyNote } from "./note.fixture.ts";
import {
  arrange,
  isContinued,
  keepArranged,
  neighborOf,
  type Step,
  type WallSection,
} from "./wall-order.ts";

const notes = [
  anyNote("p1", { is_pinned: true }),
  anyNote("p2", { is_pinned: true }),
  anyNote("a"),
  anyNote("b"),
  anyNote("c"),
];

test("a changed note keeps its place on the wall, a missing note leaves a gap, and new notes come last", () => {
  const before = arrange(notes, true);
  const changed = [
    anyNote("new"),
    anyNote("c", { is_pinned: true, title: "changed" }),
    anyNote("p2", { is_pinned: true }),
    anyNote("a"),
    anyNote("new pinned", { is_pinned: true }),
  ];
  const kept = keepArranged(before, changed, true);
  expect(shown(kept)).toEqual({
    Pinned: ["(p1)", "p2", "new pinned"],
    Others: ["a", "(b)", "c", "new"],
    Archived: [],
  });
  expect(kept[1]?.places[2]?.note?.title).toBe("changed");
  // When the deletion is undone, the note returns to its gap.
  expect(shown(keepArranged(kept, [...changed, anyNote("b")], true)).Others).toEqual([
    "a",
    "b",
    "c",
    "new",
  ]);
});

test.each<[string, Step, string | null]>([
  ["p2", "down", "b"],
  ["b", "up", "p2"],
  ["p1", "down", "a"],
  ["a", "down", "c"],
  ["c", "up", "a"],
  ["p2", "next", "a"],
  ["a", "previous", "p2"],
  ["c", "next", null],
  ["p1", "up", null],
  ["b", "down", null],
  ["unknown", "down", null],
])("in two columns, the step from card %s %s leads to card %s", (from, step, to) => {
  expect(neighborOf(arrange(notes, true), from, step, rows(2))?.id ?? null).toBe(to);
});

test("the up arrow leads to the last note of a section that is too short", () => {
  const sections = arrange(notes.slice(1), true);
  expect(neighborOf(sections, "b", "up", rows(3))?.id).toBe("p2");
});

test("notes added at the end leave the places of the others unchanged, a note added in between does not", () => {
  const before = arrange(notes, true);
  expect(isContinued(before, arrange([...notes, anyNote("new")], true))).toBe(true);
  expect(isContinued(before, arrange([anyNote("new"), ...notes], true))).toBe(false);
  expect(isContinued(before, arrange(notes.slice(1), true))).toBe(false);
});

test("the arrow keys skip a gap on the wall", () => {
  const left = notes.filter(({ id }) => id !== "a");
  const kept = keepArranged(arrange(notes, true), left, true);
  expect(neighborOf(kept, "p1", "down", rows(2))?.id).toBe("c");
  expect(neighborOf(kept, "p2", "next", rows(2))?.id).toBe("b");
});

/** Columns of equal height. */
function rows(columns: number) {
  return (_section: string, index: number) => index % columns;
}

function shown(sections: readonly WallSection[]): Record<string, string[]> {
  return Object.fromEntries(
    sections.map(({ name, places }) => [
      name,
      places.map(({ id, note }) => (note ? id : `(${id})`)),
    ]),
  );
}

import { expect, it } from "vitest";
import { all, nothing, only, rangeTo, stillShown, toggle } from "./selection.ts";

const shown = ["a", "b", "c", "d"];
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids];

it("the selection toggles single items", () => {
  const two = toggle(only("a"), "c");
  expect(idsOf(two)).toEqual(["a", "c"]);
  expect(idsOf(toggle(two, "a"))).toEqual(["c"]);
});

it("the selection selects ranges from the anchor in both directions, repeatedly", () => {
  const down = rangeTo(only("b"), "d", shown);
  expect(idsOf(down)).toEqual(["b", "c", "d"]);
  expect(idsOf(rangeTo(down, "a", shown))).toEqual(["a", "b"]);
  expect(idsOf(rangeTo(nothing, "c", shown))).toEqual(["c"]);
  expect(idsOf(rangeTo(only("gone"), "c", shown))).toEqual(["c"]);
});

it("the selection drops items that no longer exist", () => {
  expect(idsOf(stillShown(all(shown), ["b", "d"]))).toEqual(["b", "d"]);
  const selection = only("a");
  expect(stillShown(selection, shown)).toBe(selection);
});

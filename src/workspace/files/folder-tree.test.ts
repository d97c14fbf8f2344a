import { expect, it } from "vitest";
import { crumbsTo, shownTree, withBelow } from "./folder-tree.ts";

const folders = [
  { id: "b", name: "beta", parent_id: null },
  { id: "a", name: "alpha", parent_id: null },
  { id: "a10", name: "year 10", parent_id: "a" },
  { id: "a2", name: "year 2", parent_id: "a" },
  { id: "deep", name: "deep", parent_id: "a2" },
];

it("leads from the root down to a folder", () => {
  expect(crumbsTo("deep", folders)?.map(({ name }) => name)).toEqual([
    "My Drive",
    "alpha",
    "year 2",
    "deep",
  ]);
  expect(crumbsTo(null, [])).toEqual([{ id: null, name: "My Drive" }]);
});

it("knows no way to a folder that is gone, or through a circle", () => {
  expect(crumbsTo("gone", folders)).toBeNull();
  expect(
    crumbsTo("x", [
      { id: "x", name: "x", parent_id: "y" },
      { id: "y", name: "y", parent_id: "x" },
    ]),
  ).toBeNull();
});

it("shows what is in opened folders, in the order people count", () => {
  const line = (opened: string[]) =>
    shownTree(folders, new Set(opened)).map(({ id, depth }) => `${depth} ${id}`);
  expect(line([])).toEqual(["1 a", "1 b"]);
  expect(line(["a", "a2"])).toEqual(["1 a", "2 a2", "3 deep", "2 a10", "1 b"]);
});

it("finds everything below", () => {
  expect([...withBelow(["a"], folders)].sort()).toEqual(["a", "a10", "a2", "deep"]);
});

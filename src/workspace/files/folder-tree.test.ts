import { expect, it } from "vitest";
import { crumbsTo, shownTree, withBelow } from "./folder-tree.ts";

const folders = [
  { id: "b", name: "beta", parent_id: null },
  { id: "a", name: "alpha", parent_id: null },
  { id: "a10", name: "year 10", parent_id: "a" },
  { id: "a2", name: "year 2", parent_id: "a" },
  { id: "deep", name: "deep", parent_id: "a2" },
];

it("the folder tree returns the path from the root to a folder", () => {
  expect(crumbsTo("deep", folders)?.map(({ name }) => name)).toEqual([
    "My Drive",
    "alpha",
    "year 2",
    "deep",
  ]);
  expect(crumbsTo(null, [])).toEqual([{ id: null, name: "My Drive" }]);
});

it("the folder tree returns null for a deleted folder and for a cycle", () => {
  expect(crumbsTo("gone", folders)).toBeNull();
  expect(
    crumbsTo("x", [
      { id: "x", name: "x", parent_id: "y" },
      { id: "y", name: "y", parent_id: "x" },
    ]),
  ).toBeNull();
});

it("the folder tree lists the contents of expanded folders in natural order", () => {
  const line = (opened: string[]) =>
    shownTree(folders, new Set(opened)).map(({ id, depth }) => `${depth} ${id}`);
  expect(line([])).toEqual(["1 a", "1 b"]);
  expect(line(["a", "a2"])).toEqual(["1 a", "2 a2", "3 deep", "2 a10", "1 b"]);
});

it("the folder tree returns all descendants", () => {
  expect([...withBelow(["a"], folders)].sort()).toEqual(["a", "a10", "a2", "deep"]);
});

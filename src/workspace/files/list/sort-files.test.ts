import { expect, it } from "vitest";
import { byName, createSorter, latestFirst, sortFiles } from "./sort-files.ts";

const file = (name: string, size: number | null, updated_at = "2026-01-01", is_folder = false) => ({
  id: name,
  name,
  size,
  updated_at,
  is_folder,
});
const files = [
  file("b10.txt", 5, "2026-01-03"),
  file("B2.txt", 7, "2026-01-01"),
  file("zoo", null, "2026-01-02", true),
  file("alpha", null, "2026-01-09", true),
  file("a.txt", 7, "2026-01-02"),
];
const names = (...sorting: [] | [Parameters<typeof sortFiles>[1]]) =>
  sortFiles(files, sorting[0] ?? byName).map(({ name }) => name);

it("sortFiles puts folders first, then sorts names in natural order", () => {
  expect(names()).toEqual(["alpha", "zoo", "a.txt", "B2.txt", "b10.txt"]);
});

it("sortFiles keeps folders first in descending order", () => {
  expect(names({ column: "name", descending: true })).toEqual([
    "zoo",
    "alpha",
    "b10.txt",
    "B2.txt",
    "a.txt",
  ]);
});

it("sortFiles sorts by size and by date, ties by name", () => {
  expect(names({ column: "size", descending: true })).toEqual([
    "alpha",
    "zoo",
    "a.txt",
    "B2.txt",
    "b10.txt",
  ]);
  expect(names({ column: "updated_at", descending: false })).toEqual([
    "zoo",
    "alpha",
    "B2.txt",
    "a.txt",
    "b10.txt",
  ]);
});

it("a sorter that inserts what is added returns the same as sorting everything", () => {
  const sort = createSorter<(typeof files)[number]>();
  const sizes = [3, 1, 2];
  let list = files;
  for (const [index, sorting] of [byName, byName, latestFirst, latestFirst, byName].entries()) {
    const added = sizes.map((size) => file(`n${size}${index}`, size, `2026-01-0${size}`, size > 2));
    list = [...list.slice(1), ...added];
    expect(sort(list, sorting)).toEqual(sortFiles(list, sorting));
  }
  const renamed = list.map((one) => (one.name === "n13" ? { ...one, name: "zzz" } : one));
  expect(sort(renamed, byName)).toEqual(sortFiles(renamed, byName));
});

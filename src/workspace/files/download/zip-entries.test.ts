import { expect, it } from "vitest";
import { zipEntries } from "./zip-contents.ts";

const file = (id: string, parent_id: string | null, name: string, is_folder = false) => ({
  id,
  parent_id,
  name,
  is_folder,
  size: is_folder ? null : 1,
  storage_object_path: is_folder ? null : id,
});
const pathsOf = (...files: ReturnType<typeof file>[]) => zipEntries(files).map(({ path }) => path);

it("starts paths at the selected entries, wherever they are stored", () => {
  expect(
    pathsOf(
      file("f", "elsewhere", "photos", true),
      file("1", "f", "résumé — 最終.pdf"),
      file("g", "f", "empty", true),
      file("2", "g", "100%.txt"),
    ),
  ).toEqual(["photos/", "photos/résumé — 最終.pdf", "photos/empty/", "photos/empty/100%.txt"]);
});

it("renames duplicates", () => {
  expect(pathsOf(file("1", "a", "x.txt"), file("2", "b", "x.txt"))).toEqual(["x.txt", "x (1).txt"]);
});

it("lets no name escape the archive's folder", () => {
  expect(pathsOf(file("1", null, "../../etc/passwd"), file("2", null, "..\\x"))).toEqual([
    ".._.._etc_passwd",
    ".._x",
  ]);
});

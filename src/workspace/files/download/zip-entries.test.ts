import { expect, it } from "vitest";
import type { SubtreeFile } from "../file.ts";
import { zipEntries } from "./zip-entries.ts";

const entryOf = (
  id: string,
  parent_id: string | null,
  name: string,
  is_folder = false,
): SubtreeFile => ({
  id,
  parent_id,
  name,
  is_folder,
  size: is_folder ? null : 1,
  storage_object_path: is_folder ? null : id,
  updated_at: "2024-05-04T10:20:30.000Z",
});
const pathsOf = (...files: SubtreeFile[]) => zipEntries(files).map(({ path }) => path);
/** Returns the names in the archive of files in one folder. */
const namesOf = (...names: string[]) =>
  pathsOf(...names.map((name, index) => entryOf(String(index), null, name)));

it("zipEntries starts paths at the selected entries, whatever folder they are in", () => {
  expect(
    pathsOf(
      entryOf("f", "elsewhere", "photos", true),
      entryOf("1", "f", "résumé — 最終.pdf"),
      entryOf("g", "f", "empty", true),
      entryOf("2", "g", "100%.txt"),
    ),
  ).toEqual(["photos/", "photos/résumé — 最終.pdf", "photos/empty/", "photos/empty/100%.txt"]);
});

it("zipEntries accepts a file before its folder", () => {
  expect(
    pathsOf(
      entryOf("2", "g", "list.csv"),
      entryOf("g", "f", "Photos", true),
      entryOf("f", null, "Trip", true),
    ),
  ).toEqual(["Trip/Photos/list.csv", "Trip/Photos/", "Trip/"]);
});

it("zipEntries lets no name escape the archive's folder", () => {
  expect(namesOf("../../etc/passwd", "..\\x")).toEqual([".._.._etc_passwd", ".._x"]);
});

it.each([
  ["CON", "_CON"],
  ["con.txt", "_con.txt"],
  ["Aux .tar.gz", "_Aux .tar.gz"],
  ["COM1", "_COM1"],
  ["com¹.log", "_com¹.log"],
  ["LPT9.", "_LPT9_"],
  ["CONIN$", "_CONIN$"],
  ["console.txt", "console.txt"],
  ["COM10", "COM10"],
  ["a.", "a_"],
  ["a ", "a_"],
  ["a. . ", "a. ._"],
  ["...", ".._"],
  [" ", "_"],
  ['a<b>c:d"e|f?g*h', "a_b_c_d_e_f_g_h"],
  ["line\nbreak\t\0", "line[U+000A]break[U+0009][U+0000]"],
  ["photo\u202egpj.exe", "photo[U+202E]gpj.exe"],
  ["Cafe\u0301.txt", "Café.txt"],
  ["کتاب\u200cها.pdf", "کتاب\u200cها.pdf"],
  [".hidden", ".hidden"],
])("zipEntries renames %j to %j, which every system can create", (name, safe) => {
  expect(namesOf(name)).toEqual([safe]);
});

it("zipEntries numbers names of files and folders that a system would treat as equal", () => {
  expect(namesOf("x.txt", "x.txt", "X.TXT", "a?", "a*", "straße", "STRASSE")).toEqual([
    "x.txt",
    "x (1).txt",
    "X (2).TXT",
    "a_",
    "a_ (1)",
    "straße",
    "STRASSE (1)",
  ]);
  expect(
    pathsOf(
      entryOf("f", null, "Caf\u00e9.v1", true),
      entryOf("g", null, "CAFE\u0301.v1", true),
      entryOf("1", "f", "a.txt"),
      entryOf("2", "g", "a.txt"),
    ),
  ).toEqual(["Café.v1/", "CAFÉ (1).v1/", "Café.v1/a.txt", "CAFÉ (1).v1/a.txt"]);
});

it("zipEntries shortens names that are too long for a system, and keeps their extensions", () => {
  const [one = "", other = "", wide = ""] = namesOf(
    `${"long ".repeat(50)}.jpeg`,
    `${"long ".repeat(50)}.png`,
    "最".repeat(255),
  );
  expect([one.length, one.slice(-5), other.slice(-4)]).toEqual([210, ".jpeg", ".png"]);
  expect(new TextEncoder().encode(wide)).toHaveLength(240);
});

it("zipEntries keeps the paths of deep folders short, and every file in one folder with its siblings", () => {
  const folders = Array.from({ length: 40 }, (_, depth) =>
    entryOf(
      String(depth),
      depth === 0 ? null : String(depth - 1),
      `folder of level ${depth}`,
      true,
    ),
  );
  const files = [entryOf("a", "39", `${"name".repeat(50)}.txt`), entryOf("b", "39", "b.txt")];
  const paths = pathsOf(...folders, ...files);
  expect(Math.max(...paths.map(({ length }) => length))).toBeLessThan(220);
  expect(new Set(paths).size).toBe(42);
  const [folder, one = "", other] = paths.slice(-3);
  expect(one.startsWith(folder ?? "?")).toBe(true);
  expect(other).toBe(`${folder}b.txt`);
});

it("zipEntries has the dates of the files, within what a zip can hold", () => {
  const dates = zipEntries([
    { ...entryOf("1", null, "a"), updated_at: "2019-03-01T08:00:00.000Z" },
    entryOf("2", null, "b"),
    { ...entryOf("3", null, "c"), updated_at: "1970-01-01T00:00:00.000Z" },
  ]).map(({ lastModified }) => lastModified);
  expect(dates).toEqual([
    new Date("2019-03-01T08:00:00.000Z"),
    new Date("2024-05-04T10:20:30.000Z"),
    new Date(1980, 0, 1),
  ]);
});

import { expect, it } from "vitest";
import { freeName, nameProblem, splitName } from "./file-names.ts";

const taken =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);

it.each([
  ["a.txt", "a", ".txt"],
  ["archive.tar.gz", "archive.tar", ".gz"],
  [".gitignore", ".gitignore", ""],
  ["README", "README", ""],
])("splitName splits %s into %s and %s", (name, stem, extension) => {
  expect(splitName(name)).toEqual({ stem, extension });
});

it("freeName keeps an unused name, otherwise adds a number before the extension", () => {
  expect(freeName("a.txt", taken())).toBe("a.txt");
  expect(freeName("a.txt", taken("a.txt"))).toBe("a (1).txt");
  expect(freeName("a.txt", taken("a.txt", "a (1).txt"))).toBe("a (2).txt");
  expect(freeName(".env", taken(".env"))).toBe(".env (1)");
});

it("freeName shortens a name of maximum length by whole characters", () => {
  const long = `${"😀".repeat(251)}.txt`;
  const free = freeName(long, taken(long));
  expect([...free]).toHaveLength(255);
  expect(free).toMatch(/^(😀)+ \(1\)\.txt$/u);
});

it.each([
  ["", "Folder name is required."],
  ["   ", "Folder name is required."],
  ["😀".repeat(256), "A name has at most 255 characters."],
  ["a\u0000b", "A name cannot hold this character."],
  ["..", "“..” can't be used as a name."],
  ["😀".repeat(255), undefined],
  ["résumé — 最終.pdf", undefined],
  [" leading", undefined],
])("nameProblem returns for %j: %s", (name, problem) => {
  expect(nameProblem(name, "Folder")).toBe(problem);
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type IconIndex, type IconPaths, iconFile } from "../../../shared/icon-files.ts";
import { libraryKey, librarySlug } from "../icon-keys.ts";
import { findIcons } from "./find-icons.ts";

const read = <T>(name: string) => JSON.parse(readFileSync(`public/icons/${name}`, "utf8")) as T;
const index = read<IconIndex>("index.json");

it.each([
  ["redis", "Redis"],
  ["c++", "C++"],
  ["nextjs", "Next.js"],
  ["kafka", "Apache Kafka"],
  ["Citroen", "Citroën"],
])("the icon search for %j has %s as its first result", (words, title) => {
  expect(findIcons(index, words, 3)[0]?.[1]).toBe(title);
});

it("the icon search finds nothing without words or a match, and no more than asked for", () => {
  expect([findIcons(index, " - ", 9), findIcons(index, "qqzzqq", 9)]).toEqual([[], []]);
  expect(findIcons(index, "a", 9)).toHaveLength(9);
});

it("the icon search finds the key and path of each icon in the file given by its index", () => {
  const files = new Map<string, IconPaths>();
  const lost = index.filter(([slug], place) => {
    const name = iconFile(place);
    if (!files.has(name)) files.set(name, read<IconPaths>(name));
    const path = files.get(name)?.[slug] ?? "";
    return librarySlug(libraryKey(slug)) !== slug || !/^[Mm][\d\s.,a-zA-Z-]+$/.test(path);
  });
  expect(lost).toEqual([]);
  expect(index.length).toBeGreaterThan(3000);
});

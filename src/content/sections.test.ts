import { expect, it } from "vitest";
import { parseSections, SECTION_IDS } from "./sections.ts";

const defaultLayout = { order: [...SECTION_IDS], hidden: [] };

it.each([
  undefined,
  "",
  "{",
  "null",
  "1",
  '"about"',
  "[]",
  '{"order":"about","hidden":{}}',
  '{"order":[["about"],null,3,"__proto__","contact","home"],"hidden":["contact"]}',
  '{"__proto__":{"hidden":["about"]}}',
])("ignores %j", (stored) => {
  expect(parseSections(stored)).toEqual(defaultLayout);
});

it("reads the order and what is hidden, each section once", () => {
  const order = SECTION_IDS.toReversed();
  const stored = { order: [...order, "projects"], hidden: ["skills", "skills"] };
  expect(parseSections(JSON.stringify(stored))).toEqual({ order, hidden: ["skills"] });
});

it("puts a section that is missing behind the one it follows by default", () => {
  const { order } = parseSections('{"order":["projects","experience"]}');
  expect(order.toSorted()).toEqual(SECTION_IDS.toSorted());
  expect(order.slice(0, 2)).toEqual(["about", "education"]);
  expect(order.slice(2, 4)).toEqual(["projects", "experience"]);
});

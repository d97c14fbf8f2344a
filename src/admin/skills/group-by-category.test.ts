import { expect, it } from "vitest";
import { groupByCategory } from "./group-by-category.ts";

const skill = (
  name: string,
  category: string | null,
  { level = 50, position = null, place = null }: Partial<Record<string, number | null>> = {},
) => ({
  name,
  level: level ?? 0,
  position,
  category_id: category,
  skill_categories: category === null ? null : { name: category, position: place },
});

const shown = (skills: ReturnType<typeof skill>[]) =>
  groupByCategory(skills).map(({ name, skills }) => [name, ...skills.map((one) => one.name)]);

it("groupByCategory sorts categories by name, ignoring case, and the skills of each by level, then in the given order", () => {
  expect(
    shown([
      skill("a", "Zoo"),
      skill("b", "data 10"),
      skill("c", "Zoo"),
      skill("d", "Data 2"),
      skill("e", "Zoo", { level: 51 }),
    ]),
  ).toEqual([
    ["Data 2", "d"],
    ["data 10", "b"],
    ["Zoo", "e", "a", "c"],
  ]);
});

it("groupByCategory puts skills without a category last, separate from a category named the same", () => {
  expect(
    shown([skill("a", null), skill("b", "Uncategorized"), skill("c", "Zoo"), skill("d", null)]),
  ).toEqual([
    ["Uncategorized", "b"],
    ["Zoo", "c"],
    ["Uncategorized", "a", "d"],
  ]);
});

it("groupByCategory shows skills and categories in the chosen order, and places later additions as the page does", () => {
  expect(
    shown([
      skill("a", "Zoo", { position: 2, place: 1, level: 90 }),
      skill("added", "Zoo", { place: 1, level: 95 }),
      skill("b", "Zoo", { position: 1, place: 1 }),
      skill("c", "Data", { place: 2 }),
      skill("d", "Added", { level: 100 }),
    ]),
  ).toEqual([
    ["Added", "d"],
    ["Zoo", "added", "b", "a"],
    ["Data", "c"],
  ]);
});

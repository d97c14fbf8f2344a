import { expect, it } from "vitest";
import { groupByCategory } from "./group-by-category.ts";

const skill = (name: string, category: string | null) => ({
  name,
  category_id: category,
  skill_categories: category === null ? null : { name: category },
});

const shown = (skills: ReturnType<typeof skill>[]) =>
  groupByCategory(skills).map(({ name, skills }) => [name, ...skills.map((one) => one.name)]);

it("sorts categories by name, ignoring case, and keeps the order of their skills", () => {
  expect(
    shown([skill("a", "Zoo"), skill("b", "data 10"), skill("c", "Zoo"), skill("d", "Data 2")]),
  ).toEqual([
    ["Data 2", "d"],
    ["data 10", "b"],
    ["Zoo", "a", "c"],
  ]);
});

it("puts skills without a category last, separate from a category named the same", () => {
  expect(
    shown([skill("a", null), skill("b", "Uncategorized"), skill("c", "Zoo"), skill("d", null)]),
  ).toEqual([
    ["Uncategorized", "b"],
    ["Zoo", "c"],
    ["Uncategorized", "a", "d"],
  ]);
});

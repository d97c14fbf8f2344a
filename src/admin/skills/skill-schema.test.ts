import { describe, expect, it } from "vitest";
import { categorySchema, skillSchema, toSkillForm } from "./skill-schema.ts";

const typed = {
  name: "React",
  level: "80",
  category_id: "c1",
  icon: "React",
  visibility: "public",
};

const complaints = (values: Partial<typeof typed>) =>
  skillSchema.safeParse({ ...typed, ...values }).error?.issues.map(({ message }) => message) ?? [];

describe("skillSchema", () => {
  it("converts form values to storable values", () => {
    expect(skillSchema.parse({ ...typed, name: "  React ", icon: "" })).toEqual({
      name: "React",
      level: 80,
      category_id: "c1",
      icon: null,
      visibility: "public",
    });
  });

  it.each(["0", "100", "007"])("accepts level %s", (level) =>
    expect(complaints({ level })).toEqual([]),
  );

  it.each(["", "-1", "101", "12.5", "1e2", "x"])("refuses level %j", (level) =>
    expect(complaints({ level })).toEqual(["Please enter a whole number from 0 to 100."]),
  );

  it("requires a name and a category", () => {
    expect(complaints({ name: " ", category_id: "" })).toEqual([
      "Please enter a name.",
      "Please select a category.",
    ]);
  });
});

describe("toSkillForm", () => {
  it("keeps a stored skill unchanged: level 0, no category, an unknown icon", () => {
    const stored = {
      id: "1",
      revision: 1,
      name: "Poetry",
      level: 0,
      category_id: null,
      icon: "Quill",
      position: null,
      visibility: "draft",
      skill_categories: null,
    };
    expect(toSkillForm(stored, [{ id: "c1" }], "c1")).toEqual({
      name: "Poetry",
      level: "0",
      category_id: "",
      icon: "Quill",
      visibility: "draft",
    });
  });

  it("gives a new skill the category of the last one, or the first while there is none", () => {
    const categories = [{ id: "c1" }, { id: "c2" }];
    const chosen = (last: string | null) => toSkillForm(null, categories, last).category_id;
    expect([chosen("c2"), chosen("gone"), chosen(null)]).toEqual(["c2", "c1", "c1"]);
  });
});

it("categorySchema trims and refuses blanks", () => {
  expect(categorySchema.parse({ name: " Web " })).toEqual({ name: "Web" });
  expect(categorySchema.safeParse({ name: " \t " }).success).toBe(false);
});

import { describe, expect, it } from "vitest";
import { categorySchema, toSkillForm } from "../skills/skill-form.ts";
import { formSchema, ruleOf, toFormValues } from "./kind-schema.ts";

const skillSchema = formSchema("skills");

const typed = {
  name: "React",
  level: "80",
  level_text: "",
  category_id: "c1",
  icon: "React",
  visibility: "public",
};

const complaints = (values: Partial<typeof typed>) =>
  skillSchema.safeParse({ ...typed, ...values }).error?.issues.map(({ message }) => message) ?? [];

describe("the form of a skill", () => {
  it("the form of a skill converts form values to storable values", () => {
    expect(skillSchema.parse({ ...typed, name: "  React ", icon: "" })).toEqual({
      name: "React",
      level: 80,
      level_text: null,
      category_id: "c1",
      icon: null,
      visibility: "public",
    });
  });

  it.each(["", "0", "100", "007"])("the form of a skill accepts level %s", (level) =>
    expect(complaints({ level })).toEqual([]),
  );

  it.each(["-1", "101", "12.5", "1e2", "x"])("the form of a skill refuses level %j", (level) =>
    expect(complaints({ level })).toEqual(["Please enter a whole number from 0 to 100."]),
  );

  it("the form of a skill requires a name and a category", () => {
    expect(complaints({ name: " ", category_id: "" })).toEqual([
      "Please enter a name.",
      "Please select a category.",
    ]);
  });
});

describe("the values of a skill's form", () => {
  it("the form of a stored skill keeps level 0, no category and an unknown icon", () => {
    const stored = {
      id: "1",
      revision: 1,
      name: "Poetry",
      level: 0,
      level_text: null,
      category_id: null,
      icon: "Quill",
      position: null,
      visibility: "draft",
    };
    expect(toSkillForm(stored, [{ id: "c1" }], "c1")).toEqual({
      name: "Poetry",
      level: "0",
      level_text: "",
      category_id: "",
      icon: "Quill",
      visibility: "draft",
    });
  });

  it("the values of a new skill have the category of the last saved skill, or else the first", () => {
    const categories = [{ id: "c1" }, { id: "c2" }];
    const chosen = (last: string | null) => toSkillForm(null, categories, last).category_id;
    expect([chosen("c2"), chosen("gone"), chosen(null)]).toEqual(["c2", "c1", "c1"]);
  });
});

it("the form of a timeline refuses a period that ends before it starts, and reads months as people type them", () => {
  const entry = { ...toFormValues("experience", null), title: "A", organization: "B" };
  const period = (start_month: string, end_month: string) =>
    formSchema("experience").safeParse({ ...entry, start_month, end_month });
  expect(period("03/2021", "Apr 2021").data).toMatchObject({
    start_month: "2021-03-01",
    end_month: "2021-04-01",
    skills: null,
  });
  expect(period("2021-03", "2020-01").error?.issues).toMatchObject([
    { path: ["end_month"], message: "The end is before the start." },
  ]);
});

it("the form of a category trims the name and refuses a blank one", () => {
  expect(categorySchema.parse({ name: " Web " })).toEqual({ name: "Web" });
  expect(categorySchema.safeParse({ name: " \t " }).success).toBe(false);
});

it("a form stores a flag as the state of its checkbox", () => {
  const rule = ruleOf({ type: "flag", label: "Featured" });
  expect([rule.parse(true), rule.parse(false)]).toEqual([true, false]);
  expect(rule.safeParse("yes").success).toBe(false);
});

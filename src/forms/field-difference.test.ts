import { describe, expect, it } from "vitest";
import { differencesOf, excerptsOf, type FieldNames } from "./field-difference.ts";

describe("differencesOf", () => {
  const names: FieldNames<{ name: string; category: string; note: string }> = {
    name: "Name",
    category: { label: "Category", show: (id) => (id === "1" ? "Web" : "") },
    note: "Note",
  };

  it("differencesOf formats both sides in the form's order", () => {
    const mine = { name: "Mine", category: "1", note: "n" };
    const theirs = { name: "Theirs", category: "", note: "n" };
    expect(differencesOf(["category", "name"], names, mine, theirs)).toEqual([
      { label: "Name", mine: "Mine", theirs: "Theirs" },
      { label: "Category", mine: "Web", theirs: "" },
    ]);
  });
});

it("differencesOf shows raw values when the formatted ones are equal", () => {
  const names = { bio: { label: "Bio", show: (html: string) => html.replace(/<.*?>/g, "") } };
  const [mine, theirs] = [{ bio: "<b>Hi</b>" }, { bio: "<i>Hi</i>" }];
  expect(differencesOf(["bio"], names, mine, theirs)).toEqual([
    { label: "Bio", mine: "<b>Hi</b>", theirs: "<i>Hi</i>" },
  ]);
});

describe("excerptsOf", () => {
  it("excerptsOf keeps short texts whole", () => {
    expect(excerptsOf({ mine: "a", theirs: "b" })).toEqual({ mine: "a", theirs: "b" });
  });

  it("excerptsOf starts long texts shortly before the first difference and marks the omission", () => {
    const start = "s".repeat(1000);
    const { mine, theirs } = excerptsOf({
      mine: `${start}MINE${"m".repeat(1000)}`,
      theirs: `${start}THEIRS`,
    });
    expect(mine).toMatch(/^…s{40}MINEm{136}…$/);
    expect(theirs).toBe(`…${"s".repeat(40)}THEIRS`);
  });

  it("excerptsOf shows removed and added endings", () => {
    const text = "t".repeat(500);
    const { mine, theirs } = excerptsOf({ mine: text, theirs: `${text} and more` });
    expect(mine).toBe(`…${"t".repeat(40)}`);
    expect(theirs).toBe(`…${"t".repeat(40)} and more`);
  });

  it("excerptsOf never splits a character", () => {
    const { mine } = excerptsOf({ mine: "🧑".repeat(400), theirs: `${"🧑".repeat(399)}x` });
    expect(mine).toBe(`…${"🧑".repeat(41)}`);
  });
});

import { FileText } from "lucide-react";
import { describe, expect, it } from "vitest";
import { type PaletteItem, searchItems } from "./search-items.ts";

const item = (group: string, name: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  id: `${group} ${name}`,
  group,
  name,
  Icon: FileText,
  action: "/",
  ...more,
});

const items = [
  item("Screens", "Manage Skills"),
  item("Actions", "Add Skill", { keywords: "new" }),
  item("Experience", "Engineer", { detail: "React Ltd" }),
  item("Projects", "Überreact"),
  item("Skills", "Preact"),
  item("Skills", "React Native"),
  item("Skills", "React"),
];

const groups = ["Screens", "Actions", "Experience", "Projects", "Skills"];

const found = (typed: string, from = items, current?: string) =>
  searchItems(from, typed, groups, current).map(({ name, items }) => [
    name,
    ...items.map((one) => one.name),
  ]);

describe("searchItems", () => {
  it("the palette shows screens and actions while nothing is typed", () => {
    expect(found("  ")).toEqual([
      ["Screens", "Manage Skills"],
      ["Actions", "Add Skill"],
    ]);
  });

  it("searchItems ranks prefix matches before other name matches, and those before detail matches", () => {
    expect(found("react")).toEqual([
      ["Skills", "React Native", "React", "Preact"],
      ["Projects", "Überreact"],
      ["Experience", "Engineer"],
    ]);
  });

  it("searchItems puts the group of the current screen first", () => {
    expect(found("react", items, "Experience").map(([name]) => name)).toEqual([
      "Experience",
      "Skills",
      "Projects",
    ]);
    expect(found("native", items, "Experience")).toEqual([["Skills", "React Native"]]);
  });

  it("searchItems requires every word and ignores case, accents and order", () => {
    expect(found("NATIVE react")).toEqual([["Skills", "React Native"]]);
    expect(found("uberre")).toEqual([["Projects", "Überreact"]]);
    expect(found("new skill")).toEqual([["Actions", "Add Skill"]]);
    expect(found("react nothing")).toEqual([]);
  });

  it("searchItems shows all screens, but eight entries per group with the number of further matches", () => {
    const many = Array.from({ length: 2000 }, (_, index) => item("Skills", `Skill ${index}`));
    const screens = Array.from({ length: 9 }, (_, index) => item("Screens", `Screen ${index}`));
    expect(searchItems(screens, "", groups)[0]?.items).toHaveLength(9);
    const [group] = searchItems(many, "skill", groups);
    expect(group?.items).toHaveLength(8);
    expect(group?.more).toBe(1992);
  });
});

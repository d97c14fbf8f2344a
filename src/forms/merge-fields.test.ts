import { describe, expect, it } from "vitest";
import { mergeFields } from "./merge-fields.ts";

const base = { title: "Pilot", place: "Koper", text: "As stored." };

describe("mergeFields", () => {
  it("takes the stored value where nothing was typed", () => {
    const stored = { ...base, place: "Piran" };
    expect(mergeFields(base, base, stored)).toEqual({
      values: stored,
      base: stored,
      conflicts: [],
    });
  });

  it("keeps the typed value where nothing was changed elsewhere", () => {
    const typed = { ...base, title: "Chief Pilot" };
    expect(mergeFields(base, typed, base)).toEqual({ values: typed, base, conflicts: [] });
  });

  it("merges changes to different fields", () => {
    const stored = { ...base, place: "Piran" };
    expect(mergeFields(base, { ...base, title: "Chief Pilot" }, stored)).toEqual({
      values: { ...base, title: "Chief Pilot", place: "Piran" },
      base: stored,
      conflicts: [],
    });
  });

  it("reports a field both sides changed, and keeps its base", () => {
    const typed = { ...base, title: "My Pilot" };
    const stored = { ...base, title: "Their Pilot", text: "Theirs." };
    expect(mergeFields(base, typed, stored)).toEqual({
      values: { ...stored, title: "My Pilot" },
      base: { ...stored, title: "Pilot" },
      conflicts: ["title"],
    });
  });

  it("reports no conflict where both sides made the same change, or the other one was reverted", () => {
    const typed = { ...base, title: "Chief Pilot" };
    expect(mergeFields(base, typed, typed).conflicts).toEqual([]);
    const { base: before } = mergeFields(base, typed, { ...base, title: "Their Pilot" });
    expect(mergeFields(before, typed, base)).toEqual({ values: typed, base, conflicts: [] });
  });

  it("treats a field without a base as a conflict if the sides differ", () => {
    const typed = { ...base, title: "My Pilot" };
    expect(mergeFields({}, typed, base).conflicts).toEqual(["title"]);
  });

  it("compares lists by value", () => {
    const lists = { tags: ["a", "b"] };
    expect(mergeFields({ tags: ["a", "b"] }, lists, { tags: ["c"] }).values).toEqual({
      tags: ["c"],
    });
  });
});

import { describe, expect, it } from "vitest";
import { mergeFields } from "./merge-fields.ts";

const base = { title: "Pilot", place: "Koper", text: "As stored." };

describe("mergeFields", () => {
  it("follows what is stored where nothing was typed", () => {
    const stored = { ...base, place: "Piran" };
    expect(mergeFields(base, base, stored)).toEqual({
      values: stored,
      base: stored,
      conflicts: [],
    });
  });

  it("keeps what was typed where nobody else changed anything", () => {
    const typed = { ...base, title: "Chief Pilot" };
    expect(mergeFields(base, typed, base)).toEqual({ values: typed, base, conflicts: [] });
  });

  it("gives each its own where they changed different fields", () => {
    const stored = { ...base, place: "Piran" };
    expect(mergeFields(base, { ...base, title: "Chief Pilot" }, stored)).toEqual({
      values: { ...base, title: "Chief Pilot", place: "Piran" },
      base: stored,
      conflicts: [],
    });
  });

  it("names a field both changed, and remembers what it was typed over", () => {
    const typed = { ...base, title: "My Pilot" };
    const stored = { ...base, title: "Their Pilot", text: "Theirs." };
    expect(mergeFields(base, typed, stored)).toEqual({
      values: { ...stored, title: "My Pilot" },
      base: { ...stored, title: "Pilot" },
      conflicts: ["title"],
    });
  });

  it("has no conflict where both typed the same, or the others took their change back", () => {
    const typed = { ...base, title: "Chief Pilot" };
    expect(mergeFields(base, typed, typed).conflicts).toEqual([]);
    const { base: before } = mergeFields(base, typed, { ...base, title: "Their Pilot" });
    expect(mergeFields(before, typed, base)).toEqual({ values: typed, base, conflicts: [] });
  });

  it("takes a field of unknown origin for a conflict wherever the two differ", () => {
    const typed = { ...base, title: "My Pilot" };
    expect(mergeFields({}, typed, base).conflicts).toEqual(["title"]);
  });

  it("compares lists by what is in them", () => {
    const lists = { tags: ["a", "b"] };
    expect(mergeFields({ tags: ["a", "b"] }, lists, { tags: ["c"] }).values).toEqual({
      tags: ["c"],
    });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptTheirs, mergeFields } from "./merge-fields.ts";

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

describe("acceptTheirs", () => {
  it("takes the stored values of conflicting fields only", () => {
    const typed = { ...base, title: "My Pilot", place: "Izola" };
    const stored = { ...base, title: "Their Pilot", text: "Theirs." };
    expect(acceptTheirs(base, typed, stored)).toEqual({ ...stored, place: "Izola" });
  });
});

it("keeps what was typed after a save was sent, if the sent values are the base", () => {
  const sent = { ...base, title: " Chief Pilot " };
  const saved = { ...base, title: "Chief Pilot" };
  const { values } = mergeFields(sent, { ...sent, place: "Izola" }, saved);
  expect(values).toEqual({ ...saved, place: "Izola" });
});

describe("a merge of random values", () => {
  const value = fc.constantFrom("a", "b", "c");
  const fields = fc.record({ one: value, two: value });

  it("never loses an edit and never overwrites a change made elsewhere unnoticed", () => {
    fc.assert(
      fc.property(fields, fields, fields, (before, typed, stored) => {
        const { values, conflicts } = mergeFields(before, typed, stored);
        for (const name of ["one", "two"] as const) {
          const edited = typed[name] !== before[name];
          const changed = stored[name] !== before[name];
          expect(values[name]).toBe(edited ? typed[name] : stored[name]);
          expect(conflicts.includes(name)).toBe(edited && changed && typed[name] !== stored[name]);
        }
      }),
    );
  });

  it("has the same conflicts when it is repeated from its own base", () => {
    fc.assert(
      fc.property(fields, fields, fields, (before, typed, stored) => {
        const first = mergeFields(before, typed, stored);
        expect(mergeFields(first.base, first.values, stored)).toEqual(first);
      }),
    );
  });

  it("has no conflict once theirs are taken", () => {
    fc.assert(
      fc.property(fields, fields, fields, (before, typed, stored) => {
        const taken = acceptTheirs(before, typed, stored);
        expect(mergeFields(stored, taken, stored)).toEqual({
          values: taken,
          base: stored,
          conflicts: [],
        });
      }),
    );
  });
});

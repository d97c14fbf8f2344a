import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptTheirs, mergeFields } from "./merge-fields.ts";

const base = { title: "Pilot", place: "Koper", text: "As stored." };

describe("mergeFields", () => {
  it("mergeFields reports a field that both sides changed, and keeps its base", () => {
    const typed = { ...base, title: "My Pilot" };
    const stored = { ...base, title: "Their Pilot", text: "Theirs." };
    expect(mergeFields(base, typed, stored)).toEqual({
      values: { ...stored, title: "My Pilot" },
      base: { ...stored, title: "Pilot" },
      conflicts: ["title"],
    });
  });

  it("mergeFields treats a field without a base as a conflict if the sides differ", () => {
    const typed = { ...base, title: "My Pilot" };
    expect(mergeFields({}, typed, base).conflicts).toEqual(["title"]);
  });

  it("mergeFields compares lists by value", () => {
    const lists = { tags: ["a", "b"] };
    expect(mergeFields({ tags: ["a", "b"] }, lists, { tags: ["c"] }).values).toEqual({
      tags: ["c"],
    });
  });
});

describe("acceptTheirs", () => {
  it("acceptTheirs takes the stored values of conflicting fields only", () => {
    const typed = { ...base, title: "My Pilot", place: "Izola" };
    const stored = { ...base, title: "Their Pilot", text: "Theirs." };
    expect(acceptTheirs(base, typed, stored)).toEqual({ ...stored, place: "Izola" });
  });
});

describe("a merge of random values", () => {
  const value = fc.constantFrom("a", "b", "c");
  const fields = fc.record({ one: value, two: value });

  it("a merge of random values never loses an edit and never overwrites a change from another tab or device unnoticed", () => {
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

  it("a merge of random values has the same conflicts when it is repeated from its own base", () => {
    fc.assert(
      fc.property(fields, fields, fields, (before, typed, stored) => {
        const first = mergeFields(before, typed, stored);
        expect(mergeFields(first.base, first.values, stored)).toEqual(first);
      }),
    );
  });

  it("a merge of random values has no conflict once theirs are taken", () => {
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

import { describe, expect, it } from "vitest";
import { INFO_KEYS, type InfoKey } from "../../content/portfolio.ts";
import {
  afterSaving,
  conflictsOf,
  type InfoValues,
  isSame,
  keepMine,
  rebase,
  type StoredInfo,
  takeTheirs,
  toValues,
} from "./stored-info.ts";

const empty = Object.fromEntries(
  INFO_KEYS.map((key) => [key, { value: "", revision: null }]),
) as StoredInfo;

const stored = (texts: Partial<Record<InfoKey, string>>, revision = 1): StoredInfo => ({
  ...empty,
  ...Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, { value, revision }] as const),
  ),
});

const before = stored({ tagline: "old", location: "here", bio: "<p>a</p>" });
const typed: InfoValues = { ...toValues(before), tagline: "mine" };

describe("a change elsewhere", () => {
  it("is applied to fields that are untouched here", () => {
    const after = stored({ tagline: "old", location: "there", bio: "<p>b</p>" }, 2);
    const next = rebase(typed, after);
    expect(next).toMatchObject({ tagline: "mine", location: "there", bio: "<p>b</p>" });
    expect(next.base).toEqual(after);
    expect(conflictsOf(typed, after)).toEqual([]);
  });

  it("is a conflict where both sides changed a field differently", () => {
    const after = stored({ tagline: "theirs", location: "there", bio: "<p>a</p>" }, 2);
    expect(conflictsOf(typed, after)).toEqual(["tagline"]);
    expect(conflictsOf(rebase(typed, after), after)).toEqual(["tagline"]);
    expect(rebase(typed, after).base.tagline).toEqual({ value: "old", revision: 1 });
  });

  it("is no conflict where both sides made the same change", () => {
    expect(conflictsOf(typed, stored({ ...textsOf(before), tagline: "mine" }, 2))).toEqual([]);
  });

  it("is a conflict where both sides created a value", () => {
    const mine = { ...toValues(empty), email: "a@example.org" };
    expect(conflictsOf(mine, stored({ email: "b@example.org" }, -7))).toEqual(["email"]);
  });

  it("can be overwritten or accepted without losing other edits", () => {
    const after = stored({ tagline: "theirs", location: "there", bio: "<p>a</p>" }, 2);
    const both = { ...typed, fullName: "Me" };
    expect(keepMine(both, after)).toEqual({
      ...toValues(after),
      tagline: "mine",
      fullName: "Me",
    });
    expect(takeTheirs(both, after)).toEqual({ ...toValues(after), fullName: "Me" });
  });
});

it("keeps what was typed while a save was in flight", () => {
  const saved = stored({ ...textsOf(before), tagline: "mine" }, 2);
  const now = { ...typed, location: "typed meanwhile" };
  const next = afterSaving(now, typed, saved);
  expect(next).toEqual({ ...toValues(saved), location: "typed meanwhile" });
  expect(isSame(next, toValues(saved))).toBe(false);
  expect(isSame(afterSaving(typed, typed, saved), toValues(saved))).toBe(true);
});

function textsOf(info: StoredInfo): Partial<Record<InfoKey, string>> {
  return { tagline: info.tagline.value, location: info.location.value, bio: info.bio.value };
}

import { expect, it } from "vitest";
import { type KeyChange, labelsOf, toVersions, VERSIONED_NAMES } from "./info-versions.ts";

const change = (id: number, key: string, second: number, rest: Partial<KeyChange> = {}) => ({
  id,
  entry_id: key,
  operation: "update",
  changed_at: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
  changed_by: "owner",
  ...rest,
});

it("the history makes one version of the rows that one save wrote, with every value of that time", () => {
  const versions = toVersions([
    change(6, "bio", 60),
    change(5, "tagline", 30.5, { operation: "delete" }),
    change(4, "tagline", 30.1),
    change(3, "bio", 30),
    change(2, "email", 0, { operation: "insert" }),
    change(1, "bio", 0, { operation: "insert" }),
  ]);
  expect(versions.map(({ id, changed, rows }) => ({ id, changed, rows }))).toEqual([
    { id: 6, changed: ["bio"], rows: { bio: 6, email: 2, tagline: null } },
    { id: 5, changed: ["tagline"], rows: { bio: 3, email: 2, tagline: null } },
    { id: 4, changed: ["tagline", "bio"], rows: { bio: 3, email: 2, tagline: 4 } },
    { id: 2, changed: ["bio", "email"], rows: { bio: 1, email: 2 } },
  ]);
});

it("the history treats a key as empty before a user added it, and as unknown otherwise", () => {
  const versions = toVersions([
    change(4, "tagline", 60),
    // The first change of a row without history adds this version.
    change(3, "tagline", 60, { operation: "insert", changed_by: null }),
    change(2, "location", 60, { operation: "insert" }),
    change(1, "bio", 0),
  ]);
  expect(versions.map(({ rows }) => rows)).toEqual([
    { bio: 1, location: 2, tagline: 4 },
    { bio: 1, location: 2, tagline: 3 },
    { bio: 1, location: null },
  ]);
});

it("the history shows the last 30 versions", () => {
  const changes = Array.from({ length: 40 }, (_, index) => change(40 - index, "bio", 400 - index));
  expect(toVersions(changes).map(({ id }) => id)).toEqual(changes.slice(0, 30).map(({ id }) => id));
});

it("labelsOf names fields and layouts", () => {
  expect(labelsOf(["bio", "email"])).toBe("Bio, Contact email");
  expect(labelsOf(["bio", "email", "tagline", "location", "sections"])).toBe(
    "Bio, Contact email, Tagline and 2 more",
  );
  const { sections } = VERSIONED_NAMES;
  const stored = '{"order":["skills","about"],"hidden":["about"]}';
  expect(typeof sections === "object" && sections.show(stored)).toMatch(
    /^My Tech Stack, Featured Projects, About \(hidden\)/,
  );
});

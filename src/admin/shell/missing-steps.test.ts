import { describe, expect, it } from "vitest";
import { formatSections, parseSections } from "../../content/sections.ts";
import { isNewSite, missingSteps } from "./missing-steps.ts";
import type { SiteFacts } from "./site-facts-api.ts";

const record = <Key extends string, Value>(keys: readonly Key[], value: Value) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;

const KEYS = [
  ...(["displayName", "tagline", "profilePictureUrl", "personalStatement"] as const),
  ...(["email", "sections"] as const),
];

const TABLES = [
  ...(["experience", "education", "projects", "skills"] as const),
  ...(["social_links", "workspace_users"] as const),
];

/** A site on which every step is done. */
const finished: SiteFacts = {
  info: { ...record(KEYS, { value: "Given", revision: 1 }), sections: of("") },
  counts: record(TABLES, 2),
  withoutPicture: 0,
  samples: new Set(),
};

function of(value: string) {
  return { value, revision: 1 };
}

const idsOf = (facts: Partial<SiteFacts>) =>
  missingSteps({ ...finished, ...facts }).map(([id]) => id);

describe("the missing steps", () => {
  it("are none on a finished site", () => {
    expect(idsOf({})).toEqual([]);
  });

  it("of an empty site are in the order of what they change on the page", () => {
    const info = record(KEYS, { value: "", revision: null });
    expect(idsOf({ info, counts: record(TABLES, 0) })).toEqual([
      ...["displayName", "tagline", "profilePictureUrl", "personalStatement", "experience"],
      ...["projects", "social_links", "skills", "education", "email", "workspace_users"],
    ]);
  });

  it("after an import are what CV files lack", () => {
    const info = { ...finished.info, profilePictureUrl: of(""), personalStatement: of("<p> </p>") };
    const counts = { ...finished.counts, social_links: 0 };
    const steps = missingSteps({ ...finished, info, counts, withoutPicture: 3 });
    expect(steps.map(([, name]) => name)).toEqual([
      ...["Portrait", "Statement", "Links", "Project pictures"],
    ]);
  });

  it("do not count sample content, but count an entry beside it", () => {
    const samples = new Set(["projects 1", "projects 2", "skills 1", "personal_info tagline"]);
    expect(idsOf({ samples })).toEqual(["tagline", "projects"]);
  });

  it("omit sections that the owner has hidden", () => {
    const layout = parseSections("");
    const hidden = formatSections({ ...layout, hidden: ["about", "education", "projects"] });
    const info = { ...finished.info, personalStatement: of(""), sections: of(hidden) };
    const counts = { ...finished.counts, education: 0, projects: 0, skills: 0 };
    expect(idsOf({ info, counts, withoutPicture: 3 })).toEqual(["skills"]);
  });
});

describe("a site is new", () => {
  it("without a name, or with nothing to show", () => {
    const nameless = { ...finished.info, displayName: of("") };
    const nothing = { ...finished.counts, experience: 0, projects: 0, skills: 0 };
    expect(isNewSite(missingSteps({ ...finished, info: nameless }))).toBe(true);
    expect(isNewSite(missingSteps({ ...finished, counts: nothing }))).toBe(true);
    expect(isNewSite(missingSteps({ ...finished, counts: { ...nothing, skills: 1 } }))).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { describeDefects, findLostRows, publicName, type SiteDefects } from "./site-defects.ts";

const table = (name: string, rows: number) => ({ name, columns: ["id"], rows });

describe("lost rows", () => {
  it.each<[before: number, now: number, isLost: boolean]>([
    [20, 10, true],
    [20, 11, false],
    [10, 5, true],
    [8, 4, false],
    [5, 0, true],
    [4, 0, false],
    [0, 0, false],
    [10, 30, false],
  ])("lost rows are reported for %i rows that are now %i: %s", (before, now, isLost) => {
    const found = findLostRows({ "public.messages": before }, [table("public.messages", now)]);
    expect(found).toEqual(isLost ? [{ table: "public.messages", before, now }] : []);
  });

  it("lost rows are not reported without an earlier backup", () => {
    expect(findLostRows({}, [table("public.messages", 0)])).toEqual([]);
  });
});

describe("the sentences about a site's problems", () => {
  const file = (name: string, isPrivate = true) => ({
    name,
    isPrivate,
    size: 2941,
    createdAt: "2026-05-03T14:02:11.123456+00:00",
  });
  const none: SiteDefects = {
    missing: [],
    damaged: [],
    unmatched: [],
    lostRows: [],
    skipped: [],
  };

  it("the sentences about a site's problems are empty for a site without problems", () => {
    expect(describeDefects(none)).toEqual([]);
  });

  it("the sentences about a site's problems name every file, escaped, and tables and pages", () => {
    const found = describeDefects({
      damaged: [file("a\u202eb.pdf")],
      missing: [file("b.pdf"), file("profile-pictures/me.png", false)],
      unmatched: [file("c.pdf")],
      lostRows: [{ table: "public.workspace_tasks", before: 20, now: 1 }],
      skipped: ["The rows on 2 damaged pages of the database are left out."],
    });
    expect(found).toEqual([
      "1 stored file has other bytes than when it was stored: a\\u202eb.pdf.",
      "2 stored files have no bytes: b.pdf, profile-pictures/me.png.",
      "1 entry of the drive has no stored file: c.pdf.",
      "public.workspace_tasks has 1 row instead of 20 at the last proven backup.",
      "The rows on 2 damaged pages of the database are left out.",
    ]);
  });

  it("the sentences about a site's problems give the owner the time a workspace file was stored instead of its name", () => {
    const missing = [file("secret plans.pdf"), file("profile-pictures/me.png", false)];
    expect(describeDefects({ ...none, missing }, { nameOf: publicName })).toEqual([
      "2 stored files have no bytes: a workspace file of 2,941 bytes from 2026-05-03 14:02 UTC, profile-pictures/me.png.",
    ]);
  });

  it("the sentences about a site's problems stay short for many or long names", () => {
    const damaged = Array.from({ length: 1000 }, (_, number) => file(`${number}`.repeat(255)));
    const [text = ""] = describeDefects({ ...none, damaged });
    expect(text).toMatch(/^1,000 stored files have .* and 980 more\.$/);
    expect(text.length).toBeLessThan(2200);
  });
});

import { describe, expect, it } from "vitest";
import { groupSkills } from "./group-skills.ts";
import { foldInfo } from "./portfolio.ts";
import { readPortfolio } from "./read-portfolio.ts";
import { TIMELINE_IDS } from "./sections.ts";

const TABLES = ["personal_info", "projects", "skills", "social_links", ...TIMELINE_IDS];

describe("foldInfo", () => {
  it("foldInfo folds rows into one object and ignores empty and unknown ones", () => {
    const rows = [
      { key: "displayName", value: "Ada" },
      { key: "tagline", value: "" },
      { key: "", value: "x" },
      { key: null, value: "x" },
      { key: "bio", value: null },
      { key: "__proto__", value: "x" },
      { key: "somethingElse", value: "x" },
    ];
    expect(foldInfo(rows)).toEqual({ displayName: "Ada" });
  });
});

describe("groupSkills", () => {
  const skill = (
    name: string,
    category: string | null,
    places: { own?: number; category?: number } = {},
  ) => ({
    name,
    position: places.own ?? null,
    skill_categories:
      category === null ? null : { name: category, position: places.category ?? null },
  });

  it("groupSkills groups by category in order of appearance, with uncategorized skills last as 'Other'", () => {
    const groups = groupSkills([
      skill("a", null),
      skill("b", "Web"),
      skill("c", "Data"),
      skill("d", "Web"),
      skill("e", ""),
    ]);
    expect(
      groups.map(({ name, skills }) => [name, skills.map((one) => one.name).join("")]),
    ).toEqual([
      ["Web", "bd"],
      ["Data", "c"],
      ["Other", "ae"],
    ]);
  });

  it("groupSkills sorts groups and their skills by the chosen order, and puts the others in their default places", () => {
    const groups = groupSkills([
      skill("a", "Web", { category: 2 }),
      skill("b", "New"),
      skill("c", "Data", { category: 1, own: 2 }),
      skill("d", null, { own: 1 }),
      skill("e", "Data", { category: 1, own: 1 }),
    ]);
    expect(
      groups.map(({ name, skills }) => [name, skills.map((one) => one.name).join("")]),
    ).toEqual([
      ["New", "b"],
      ["Data", "ec"],
      ["Web", "a"],
      ["Other", "d"],
    ]);
  });

  it("groupSkills merges a category named 'Other' with uncategorized skills", () => {
    expect(groupSkills([skill("a", "Other"), skill("b", null)])).toHaveLength(1);
  });
});

describe("readPortfolio", () => {
  const config = { supabaseUrl: "https://db.example", publishableKey: "key" };
  const table = (input: unknown) => new URL(String(input)).pathname.split("/").pop() ?? "";

  it("readPortfolio starts all reads concurrently, with the public key", async () => {
    const started: string[] = [];
    let release = () => {};
    const allStarted = new Promise<void>((resolve) => {
      release = resolve;
    });
    const portfolio = await readPortfolio(async (input, init) => {
      expect(new Headers(init?.headers).get("apikey")).toBe("key");
      started.push(table(input));
      if (started.length === TABLES.length) release();
      await allStarted;
      return Response.json(
        table(input) === "personal_info" ? [{ key: "displayName", value: "Ada" }] : [],
      );
    }, config);
    expect(started.sort()).toEqual(TABLES.toSorted());
    expect(portfolio.info).toEqual({ displayName: "Ada" });
  });

  it("readPortfolio returns every list in the order of the page", async () => {
    const rows: Record<string, object[]> = {
      experience: [
        { title: "added last", created_at: "2026-11-22T10:00:00Z", start_month: "2015-01-01" },
        { title: "undated", created_at: "2026-11-21T10:00:00Z", start_month: null },
        { title: "running", created_at: "2026-11-20T10:00:00Z", start_month: "2023-03-01" },
      ].map((row) => ({ ...row, position: null, end_month: null })),
      projects: [
        { name: "new", position: null },
        { name: "second", position: 2 },
        { name: "first", position: 1 },
      ].map((row) => ({ ...row, created_at: "2026-11-22T10:00:00Z" })),
    };
    const { experience, projects } = await readPortfolio(
      async (input) => Response.json(rows[table(input)] ?? []),
      config,
    );
    expect(experience.map(({ title }) => title)).toEqual(["undated", "running", "added last"]);
    expect(projects.map(({ name }) => name)).toEqual(["new", "first", "second"]);
  });

  it("readPortfolio reads drafts only when asked to, and never hidden entries or the skills of hidden categories", async () => {
    const queries: string[] = [];
    const read = async (options?: { drafts: boolean }) => {
      queries.length = 0;
      const { skills } = await readPortfolio(
        async (input) => {
          if (table(input) !== "personal_info") queries.push(new URL(String(input)).search);
          if (table(input) !== "skills") return Response.json([]);
          return Response.json([
            { name: "a", skill_categories: { visibility: "hidden" } },
            { name: "b", skill_categories: { visibility: "draft" } },
            { name: "c", skill_categories: null },
          ]);
        },
        config,
        options,
      );
      return skills.map(({ name }) => name).join("");
    };
    expect(await read({ drafts: true })).toBe("bc");
    expect(queries).toHaveLength(TABLES.length - 1);
    expect(queries.every((query) => query.includes("visibility=in.(public,draft)"))).toBe(true);
    await read();
    expect(queries.some((query) => query.includes("visibility="))).toBe(false);
  });

  it("readPortfolio rejects with the server's message when one read fails", async () => {
    const failing = readPortfolio(
      async (input) =>
        table(input) === "skills"
          ? Response.json({ message: "permission denied" }, { status: 401 })
          : Response.json([]),
      config,
    );
    await expect(failing).rejects.toThrow("permission denied");
  });
});

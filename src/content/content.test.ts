import { describe, expect, it } from "vitest";
import { groupSkills } from "./group-skills.ts";
import { foldInfo } from "./portfolio.ts";
import { readPortfolio } from "./read-portfolio.ts";
import type { Selected, SelectOf, TableName } from "./typed-select.ts";

describe("foldInfo", () => {
  it("folds rows into one object and ignores empty and unknown ones", () => {
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
  const skill = (name: string, category: string | null) => ({
    name,
    skill_categories: category === null ? null : { name: category },
  });

  it("groups by category in order of appearance, with uncategorized skills last as 'Other'", () => {
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

  it("merges a category named 'Other' with uncategorized skills", () => {
    expect(groupSkills([skill("a", "Other"), skill("b", null)])).toHaveLength(1);
  });
});

describe("readPortfolio", () => {
  const config = { supabaseUrl: "https://db.example", publishableKey: "key" };
  const table = (input: unknown) => new URL(String(input)).pathname.split("/").pop() ?? "";

  it("starts all six reads concurrently, with the public key", async () => {
    const started: string[] = [];
    let release = () => {};
    const allStarted = new Promise<void>((resolve) => {
      release = resolve;
    });
    const portfolio = await readPortfolio(async (input, init) => {
      expect(new Headers(init?.headers).get("apikey")).toBe("key");
      started.push(table(input));
      if (started.length === 6) release();
      await allStarted;
      return Response.json(
        table(input) === "personal_info" ? [{ key: "displayName", value: "Ada" }] : [],
      );
    }, config);
    expect(started.sort()).toEqual(
      ["education", "experience", "personal_info", "projects", "skills", "social_links"].sort(),
    );
    expect(portfolio.info).toEqual({ displayName: "Ada" });
  });

  it("rejects with the server's message when one read fails", async () => {
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

describe("a typed select", () => {
  function select<Table extends TableName, const Select extends string>(
    _table: Table,
    _select: SelectOf<Table, Select>,
  ): Selected<Table, Select> | null {
    return null;
  }

  // The compiler is the test here: tsc fails if one of these lines has no error.
  it("does not compile with a forgotten or an unknown column", () => {
    const project = select("projects", "name,stack");
    expect(project?.name).toBeUndefined();
    // @ts-expect-error a column that was not selected
    expect(project?.image_url).toBeUndefined();
    // @ts-expect-error a column the table does not have
    select("projects", "name,picture");
    // @ts-expect-error a column the embedded table does not have
    expect(select("skills", "name,skill_categories(title)")?.skill_categories.title).toBeFalsy();
  });
});

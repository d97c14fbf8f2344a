import { expect, it } from "vitest";
import { links, longText, pictures, wordLists } from "../support/column-values.ts";
import { describeDatabase, expectColumn } from "../support/database-suite.ts";

const project = { name: "Foyer", live_link: "https://foyer.example" };

describeDatabase("projects", (suite) => {
  const expectValues = (
    column: string,
    values: { refused: readonly unknown[]; taken: readonly unknown[] },
  ) =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) =>
          inner`insert into projects ${inner({ ...project, [column]: value as string })}`,
        values,
      ),
    );

  it("requires a name and a live link; everything else is optional", async () => {
    const [row] = await suite.as(
      "owner",
      (tx) => tx`insert into projects ${tx(project)} returning *`,
    );
    expect(row).toMatchObject({
      ...project,
      description: null,
      image_url: null,
      stack: null,
      github_link: null,
    });
  });

  it("limits the name", () =>
    expectValues("name", { refused: [null, "", longText(301)], taken: ["x", longText(300)] }));

  it("limits the description", () =>
    expectValues("description", { refused: [longText(20_001)], taken: ["", longText(20_000)] }));

  it("limits the stack", () => expectValues("stack", wordLists));

  it("requires a safe live link", () =>
    expectValues("live_link", { refused: [...links.refused, null, ""], taken: links.taken }));

  it("accepts a safe repository link or none", () =>
    expectValues("github_link", { refused: links.refused, taken: [...links.taken, null, ""] }));

  it("accepts a picture's URL or none", () =>
    expectValues("image_url", { refused: pictures.refused, taken: [...pictures.taken, null, ""] }));

  it("lets no API caller choose when a row was created", async () => {
    const rows = await suite.as("owner", async (tx) => {
      await tx`insert into projects ${tx({ ...project, created_at: "2001-01-01" })}`;
      await tx`update projects set created_at = '2002-02-02'`;
      return tx`select created_at = now() as now from projects`;
    });
    expect(rows).toEqual([{ now: true }]);
  });

  it("keeps the creation time set by a seed or a restore", async () => {
    const [row] = await suite.trial(
      (tx) =>
        tx`insert into projects ${tx({ ...project, created_at: "2001-01-01" })} returning created_at`,
    );
    expect(row?.created_at).toBe("2001-01-01T00:00:00+00:00");
  });
});

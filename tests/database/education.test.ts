import { expect, it } from "vitest";
import { links, longText, wordLists } from "../support/column-values.ts";
import { describeDatabase, expectColumn } from "../support/database-suite.ts";

describeDatabase("education", (suite) => {
  it("requires a title and an organization; everything else is optional", async () => {
    const [row] = await suite.as(
      "owner",
      (tx) => tx`insert into education (title, organization) values ('a', 'b') returning *`,
    );
    expect(row).toMatchObject({
      location: null,
      date_range: null,
      description: null,
      skills: null,
    });
    expect(row?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ["title", 300, [null, ""]],
    ["organization", 300, [null, ""]],
    ["location", 300, []],
    ["date_range", 200, []],
    ["description", 20_000, []],
  ])("limits %s to %i characters", (column, most, refused) =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) => {
          const row = { title: "a", organization: "b", [column]: value as string };
          return inner`insert into education ${inner(row)}`;
        },
        { refused: [...refused, longText(most + 1)], taken: ["x", longText(most)] },
      ),
    ),
  );

  it("limits the list of skills", () =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) =>
          inner`insert into education (title, organization, skills) values ('a', 'b', ${value as string[]})`,
        wordLists,
      ),
    ));

  it("links institutions by safe addresses only", () =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) => inner`insert into education (title, organization, organization_link)
          values ('a', 'b', ${value as string})`,
        { refused: links.refused, taken: [...links.taken, null, ""] },
      ),
    ));

  it("lets no API caller choose when a row was created", async () => {
    const rows = await suite.as("owner", async (tx) => {
      await tx`insert into education (title, organization, created_at) values ('a', 'b', '2001-01-01')`;
      await tx`update education set title = 'c', created_at = '2002-02-02'`;
      return tx`select created_at = now() as now, title from education`;
    });
    expect(rows).toEqual([{ now: true, title: "c" }]);
  });

  it("keeps the creation time set by a seed or a restore", async () => {
    const [row] = await suite.trial(
      (tx) => tx`insert into education (title, organization, created_at)
        values ('a', 'b', '2001-01-01') returning created_at`,
    );
    expect(row?.created_at).toBe("2001-01-01T00:00:00+00:00");
  });
});

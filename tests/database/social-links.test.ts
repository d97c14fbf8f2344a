import { expect, it } from "vitest";
import { links, longText } from "../support/column-values.ts";
import { describeDatabase, expectColumn } from "../support/database-suite.ts";

const link = { name: "GitHub", url: "https://github.com/ada" };

describeDatabase("social_links", (suite) => {
  const expectValues = (
    column: string,
    values: { refused: readonly unknown[]; taken: readonly unknown[] },
  ) =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) =>
          inner`insert into social_links ${inner({ ...link, [column]: value as string })}`,
        values,
      ),
    );

  it("comes first when no position is given", async () => {
    const [row] = await suite.as(
      "owner",
      (tx) => tx`insert into social_links ${tx(link)} returning display_order, icon_key`,
    );
    expect(row).toEqual({ display_order: 0, icon_key: null });
  });

  it("may have no position, and then comes last", async () => {
    const rows = await suite.as("owner", async (tx) => {
      await tx`insert into social_links ${tx([
        { ...link, name: "no place", display_order: null },
        { ...link, name: "second", display_order: 2 },
        { ...link, name: "first", display_order: 1 },
      ])}`;
      return tx`select name from social_links order by display_order nulls last`;
    });
    expect(rows.map((row) => row.name)).toEqual(["first", "second", "no place"]);
  });

  it("requires a safe address", () =>
    expectValues("url", { refused: [...links.refused, null, ""], taken: links.taken }));

  it("limits the name", () =>
    expectValues("name", { refused: [null, "", longText(201)], taken: ["x", longText(200)] }));

  it("limits the icon key", () =>
    expectValues("icon_key", { refused: [longText(101)], taken: [null, "", longText(100)] }));
});

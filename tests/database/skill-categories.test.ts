import { expect, it } from "vitest";
import { longText } from "../support/column-values.ts";
import { codeOf, describeDatabase, expectColumn, sqlstate } from "../support/database-suite.ts";

describeDatabase("skill_categories", (suite) => {
  it("requires a name that is not blank", () =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, name) => inner`insert into skill_categories (name) values (${name as string})`,
        { refused: [null, "", "   ", longText(201)], taken: ["Frontend", longText(200)] },
      ),
    ));

  it("allows each name once", async () => {
    const code = await suite.as("owner", async (tx) => {
      await tx`insert into skill_categories (name) values ('Frontend')`;
      return codeOf(tx, (inner) => inner`insert into skill_categories (name) values ('Frontend')`);
    });
    expect(code).toBe(sqlstate.unique);
  });

  it("leaves its skills uncategorized when deleted", async () => {
    const rows = await suite.as("owner", async (tx) => {
      const [category] =
        await tx`insert into skill_categories (name) values ('Frontend') returning id`;
      await tx`insert into skills (name, category_id) values ('React', ${category?.id})`;
      await tx`delete from skill_categories`;
      return tx`select name, category_id from skills`;
    });
    expect(rows).toEqual([{ name: "React", category_id: null }]);
  });
});

import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { longText } from "../support/column-values.ts";
import { codeOf, describeDatabase, expectColumn, sqlstate } from "../support/database-suite.ts";

describeDatabase("skills", (suite) => {
  it("starts at level 75, without category and icon", async () => {
    const [row] = await suite.as(
      "owner",
      (tx) => tx`insert into skills (name) values ('Git') returning level, category_id, icon`,
    );
    expect(row).toEqual({ level: 75, category_id: null, icon: null });
  });

  it("accepts levels from 0 to 100", () =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, level) =>
          inner`insert into skills (name, level) values ('Git', ${level as number})`,
        { refused: [-1, 101, null], taken: [0, 75, 100] },
      ),
    ));

  it.each([
    ["name", 200, [null, ""]],
    ["icon", 100, []],
  ])("limits %s to %i characters", (column, most, refused) =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) =>
          inner`insert into skills ${inner({ name: "Git", [column]: value as string })}`,
        { refused: [...refused, longText(most + 1)], taken: ["x", longText(most)] },
      ),
    ),
  );

  it("refuses a category that does not exist", async () => {
    const code = await suite.as("owner", (tx) =>
      codeOf(
        tx,
        (inner) => inner`insert into skills (name, category_id) values ('Git', ${randomUUID()})`,
      ),
    );
    expect(code).toBe(sqlstate.foreignKey);
  });
});

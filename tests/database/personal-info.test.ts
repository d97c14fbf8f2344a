import { expect, it } from "vitest";
import { longText, pictures } from "../support/column-values.ts";
import { codeOf, describeDatabase, expectColumn, sqlstate } from "../support/database-suite.ts";

describeDatabase("personal_info", (suite) => {
  it("keeps one row per key, saved by upsert", async () => {
    const rows = await suite.as("owner", async (tx) => {
      for (const value of ["Ada", "Ada Lovelace"]) {
        await tx`insert into personal_info (key, value) values ('displayName', ${value})
          on conflict (key) do update set value = excluded.value`;
      }
      return tx`select key, value from personal_info`;
    });
    expect(rows).toEqual([{ key: "displayName", value: "Ada Lovelace" }]);
  });

  it("allows no second row for a key", async () => {
    const code = await suite.as("owner", async (tx) => {
      await tx`insert into personal_info values ('email', 'a@example.org')`;
      return codeOf(
        tx,
        (inner) => inner`insert into personal_info values ('email', 'b@example.org')`,
      );
    });
    expect(code).toBe(sqlstate.unique);
  });

  it("limits keys and values", () =>
    suite.as("owner", async (tx) => {
      await expectColumn(
        tx,
        (inner, key) => inner`insert into personal_info values (${key as string}, 'x')`,
        { refused: ["", null, longText(101)], taken: ["bio", longText(100)] },
      );
      await expectColumn(
        tx,
        (inner, value) => inner`insert into personal_info values ('bio', ${value as string})`,
        { refused: [longText(131_073)], taken: [null, "", "<p>Hello</p>", longText(131_072)] },
      );
    }));

  it("accepts only picture URLs as the profile picture", () =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) =>
          inner`insert into personal_info values ('profilePictureUrl', ${value as string})`,
        { refused: pictures.refused, taken: [...pictures.taken, "", null] },
      ),
    ));
});

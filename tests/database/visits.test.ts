import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { become, becomeSuperuser } from "../support/databases/personas.ts";

describeDatabase("visits", (suite) => {
  it("a visit is an empty row dated by the server", async () => {
    const rows = await suite.as("anonymous", async (tx) => {
      await tx`insert into visits default values`;
      await tx`insert into visits (created_at) values ('2001-01-01')`;
      await becomeSuperuser(tx);
      return tx`select created_at = now() as now from visits`;
    });
    expect(rows).toEqual([{ now: true }, { now: true }]);
  });

  it("a visit cannot be dated by a visitor, even without the trigger that dates it", async () => {
    const code = await suite.trial(async (tx) => {
      await tx`alter table visits disable trigger protect_created_at`;
      await become(tx, "anonymous");
      return codeOf(tx, (inner) => inner`insert into visits (created_at) values ('2001-01-01')`);
    });
    expect(code).toBe(sqlstate.denied);
  });

  it("one visit per statement is accepted", async () => {
    const code = await suite.as("anonymous", (tx) =>
      codeOf(tx, (inner) => inner`insert into visits (created_at) values (now()), (now())`),
    );
    expect(code).toBe("PT400");
  });

  it("the table of visits does not let visitors choose the id", async () => {
    const code = await suite.as("anonymous", (tx) =>
      codeOf(tx, (inner) => inner`insert into visits (id) values (7)`),
    );
    expect(code).toBe("428C9");
  });
});

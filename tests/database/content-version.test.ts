import { expect, it } from "vitest";
import { describeDatabase } from "../support/databases/database-suite.ts";
import { become, type Tx } from "../support/databases/personas.ts";
import { contentSubjects } from "../support/databases/role-matrix.ts";

describeDatabase("content_version", (suite) => {
  const version = async (tx: Tx) => {
    await become(tx, "anonymous");
    const rows = await tx<{ version: string }[]>`select version from content_version`;
    await tx`reset role`;
    expect(rows).toHaveLength(1);
    return rows[0]?.version;
  };

  it.each(contentSubjects)(
    "content_version changes for visitors with every change to the table $name, and back with it",
    async ({ table, row, change }) => {
      await suite.trial(async (tx) => {
        const before = await version(tx);
        await tx.unsafe(`insert into ${table} ${row("")}`);
        const inserted = await version(tx);
        await tx.unsafe(`update ${table} set ${change}`);
        const updated = await version(tx);
        await tx.unsafe(`delete from ${table}`);
        expect(new Set([before, inserted, updated]).size).toBe(3);
        expect(await version(tx)).toBe(before);
      });
    },
  );

  it("content_version does not change with messages and visits", async () => {
    await suite.trial(async (tx) => {
      const before = await version(tx);
      await tx`insert into visits default values`;
      expect(await version(tx)).toBe(before);
    });
  });
});

import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import {
  become,
  becomeService,
  becomeSuperuser,
  personas,
  type Tx,
} from "../support/databases/personas.ts";
import { grantEverything } from "../support/databases/role-matrix.ts";

const read = (tx: Tx, source: string) => tx`select * from get_notion_notes(${source})`;
const save = (tx: Tx, source: string, title: string) =>
  tx`select save_notion_notes(${source}, ${JSON.stringify([{ title }])})`;

describeDatabase("Cached Notion notes", (suite) => {
  it("cached Notion notes are the latest ones of the connected database", async () => {
    await suite.trial(async (tx) => {
      await becomeService(tx);
      await save(tx, "one", "first");
      await save(tx, "one", "second");
      expect(await read(tx, "one")).toEqual([
        { notes: [{ title: "second" }], synced_at: expect.anything() },
      ]);
      await save(tx, "two", "third");
      expect(await read(tx, "one")).toEqual([]);
      expect(await read(tx, "two")).toHaveLength(1);
    });
  });

  it.each(personas)(
    "cached Notion notes are hidden from %s, even where everything is granted",
    async (persona) => {
      const code = await suite.trial(async (tx) => {
        await becomeService(tx);
        await save(tx, "one", "first");
        await becomeSuperuser(tx);
        await tx.unsafe(grantEverything);
        await become(tx, persona);
        expect(await read(tx, "one")).toEqual([]);
        return codeOf(tx, (inner) => save(inner, "one", "forged"));
      });
      expect(code).toBe(sqlstate.denied);
    },
  );

  it("cached Notion notes must be a list", async () => {
    const code = await suite.trial(async (tx) => {
      await becomeService(tx);
      return codeOf(tx, (inner) => inner`select save_notion_notes('one', '{}')`);
    });
    expect(code).toBe(sqlstate.check);
  });
});

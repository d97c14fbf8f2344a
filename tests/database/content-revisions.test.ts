import { describe, expect, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { codeOf, describeDatabase } from "../support/databases/database-suite.ts";
import { become, becomeService, personas, type Tx } from "../support/databases/personas.ts";
import { contentSubjects } from "../support/databases/role-matrix.ts";

const CONFLICT = "PT409";

describeDatabase("Content revisions", (suite) => {
  describe.each(contentSubjects)("of $name", ({ table, row, change }) => {
    const insert = `insert into ${table} ${row("")}`;
    const revision = async (tx: Tx) => (await tx.unsafe(`select revision from ${table}`))[0];

    it("revisions increase with every save, whether it names the current revision or none", async () => {
      const seen = await suite.as("owner", async (tx) => {
        await tx.unsafe(insert);
        const first = await revision(tx);
        await tx.unsafe(`update ${table} set ${change}, revision = 1`);
        const second = await revision(tx);
        await tx.unsafe(`update ${table} set ${change}`);
        return [first, second, await revision(tx)];
      });
      expect(seen).toEqual([{ revision: 1 }, { revision: 2 }, { revision: 3 }]);
    });

    it.each([0, 1, 3, -1, null])(
      "content revisions refuse a save that names %s where 2 is current",
      async (named) => {
        const result = await suite.as("owner", async (tx) => {
          await tx.unsafe(insert);
          await tx.unsafe(`update ${table} set ${change}`);
          const code = await codeOf(tx, (inner) =>
            inner.unsafe(`update ${table} set ${change}, revision = ${named}`),
          );
          return { code, row: await revision(tx) };
        });
        expect(result).toEqual({ code: CONFLICT, row: { revision: 2 } });
      },
    );

    it("content revisions are checked for the secret key as well", async () => {
      const code = await suite.trial(async (tx) => {
        await becomeService(tx);
        await tx.unsafe(insert);
        return codeOf(tx, (inner) => inner.unsafe(`update ${table} set ${change}, revision = 7`));
      });
      expect(code).toBe(CONFLICT);
    });

    it.each(personas.filter((persona) => persona !== "owner"))(
      "content revisions prevent an update and reveal nothing of the row for: %s",
      async (persona) => {
        const result = await suite.trial(async (tx) => {
          await tx.unsafe(insert);
          await tx.unsafe(`grant update on ${table} to anon, authenticated`);
          await become(tx, persona);
          const codes = [];
          for (const named of [1, 7]) {
            const sql = `update ${table} set ${change}, revision = ${named}`;
            codes.push(await codeOf(tx, (inner) => inner.unsafe(sql)));
          }
          return { codes, row: await revision(tx) };
        });
        expect(result).toEqual({ codes: [null, null], row: { revision: 1 } });
      },
    );
  });

  it("content revisions let exactly one of many concurrent saves through", async () => {
    const { sql, url } = suite;
    const [row] = await sql`insert into projects (name, live_link)
      values ('many', 'https://x.example') returning id`;
    const pool = connect(url, { max: 20 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, saver) =>
        pool.begin(async (tx) => {
          await become(tx, "owner");
          await tx`update projects set name = ${`saver ${saver}`}, revision = 1 where id = ${row?.id}`;
          return `saver ${saver}`;
        }),
      ),
    );
    await pool.end();
    const [stored] = await sql`delete from projects where id = ${row?.id} returning name, revision`;
    const through = outcomes.filter((outcome) => outcome.status === "fulfilled");
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(through.map(({ value }) => value)).toEqual([stored?.name]);
    expect(stored?.revision).toBe(2);
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set([CONFLICT]));
  });

  describe("of personal_info saved in one statement", () => {
    const save = (tx: Tx, rows: { key: string; value: string; revision?: number }[]) =>
      tx`insert into personal_info ${tx(rows)} on conflict (key) do update set
        value = excluded.value, revision = excluded.revision`;
    const stored = (tx: Tx) => tx`select key, value, revision from personal_info order by key`;
    const prepare = async (tx: Tx) => {
      await tx`insert into personal_info (key, value) values ('bio', 'a'), ('tagline', 'b')`;
      await tx`update personal_info set value = 'c' where key = 'tagline'`;
    };

    it("a save of personal_info accepts rows at their current revisions together with a new key", async () => {
      const rows = await suite.as("owner", async (tx) => {
        await prepare(tx);
        await save(tx, [
          { key: "bio", value: "x", revision: 1 },
          { key: "fullName", value: "x", revision: 1 },
          { key: "tagline", value: "x", revision: 2 },
        ]);
        return stored(tx);
      });
      expect(rows).toEqual([
        { key: "bio", value: "x", revision: 2 },
        { key: "fullName", value: "x", revision: 1 },
        { key: "tagline", value: "x", revision: 3 },
      ]);
    });

    it("a save of personal_info is rejected as a whole when one row is stale", async () => {
      const { code, rows } = await suite.as("owner", async (tx) => {
        await prepare(tx);
        const refusal = await codeOf(tx, (inner) =>
          save(inner, [
            { key: "bio", value: "x", revision: 1 },
            { key: "fullName", value: "x", revision: 1 },
            { key: "tagline", value: "x", revision: 1 },
          ]),
        );
        return { code: refusal, rows: await stored(tx) };
      });
      expect(code).toBe(CONFLICT);
      expect(rows).toEqual([
        { key: "bio", value: "a", revision: 1 },
        { key: "tagline", value: "c", revision: 2 },
      ]);
    });
  });

  it("content revisions still increase when a category's deletion sets its skills' category to null", async () => {
    const rows = await suite.as("owner", async (tx) => {
      const [category] = await tx`insert into skill_categories (name) values ('gone') returning id`;
      await tx`insert into skills (name, category_id) values ('a', ${category?.id})`;
      await tx`update skills set level = 10, revision = 1`;
      await tx`delete from skill_categories`;
      const left = await tx`select name, category_id, revision from skills`;
      const stale = await codeOf(tx, (inner) => inner`update skills set level = 20, revision = 2`);
      return { left: [...left], stale };
    });
    expect(rows).toEqual({
      left: [{ name: "a", category_id: null, revision: 3 }],
      stale: CONFLICT,
    });
  });
});

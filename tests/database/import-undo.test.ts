import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectRoot } from "../../server/project-root.ts";
import { codeOf, describeDatabase } from "../support/databases/database-suite.ts";
import { become, type Tx } from "../support/databases/personas.ts";

let seed: string;
beforeAll(async () => {
  seed = await readFile(join(projectRoot, "supabase", "seed.sql"), "utf8");
});

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const added = { revision: null, visibility: "public" };
const file = {
  personal_info: [{ key: "tagline", value: "I import.", revision: null }],
  skill_categories: [{ ...added, id: id(1), name: "Web" }],
  skills: [{ ...added, id: id(2), name: "CSS", level: null, category_id: id(1) }],
  experience: [{ ...added, id: id(3), title: "Engineer", organization: "ACME" }],
};

const run = (tx: Tx, content: object, clearSample = false) =>
  tx`select import_file(${tx.json(content as never)}, ${clearSample})`;

async function undo(tx: Tx): Promise<unknown> {
  const [last] = await tx`select id from last_import()`;
  const [row] = await tx`select undo_import(${last?.id ?? null}) as undone`;
  return row?.undone;
}

const isUnchanged = async (tx: Tx) =>
  (await tx`select is_unchanged from last_import()`)[0]?.is_unchanged;

/** Everything an import can change, without the revisions, which only grow. */
async function contentOf(tx: Tx): Promise<unknown> {
  const rows = await tx`
    select to_jsonb(entry) - 'revision' as entry from personal_info as entry
    union all select to_jsonb(entry) - 'revision' from experience as entry
    union all select to_jsonb(entry) - 'revision' from projects as entry
    union all select to_jsonb(entry) - 'revision' from skills as entry
    union all select to_jsonb(entry) - 'revision' from skill_categories as entry
    union all select to_jsonb(sample) from private.sample_entries as sample order by 1`;
  return rows.map(({ entry }) => entry);
}

describeDatabase("Undoing an import", (suite) => {
  const withSample = (work: (tx: Tx) => Promise<void>) =>
    suite.trial(async (tx) => {
      await tx.unsafe(seed);
      await become(tx, "owner");
      await work(tx);
    });

  it("undoing an import restores the earlier content, including removed sample content", async () => {
    await withSample(async (tx) => {
      const before = await contentOf(tx);
      await run(tx, file, true);
      expect(await tx`select entries, is_unchanged from last_import()`).toEqual([
        { entries: 3, is_unchanged: true },
      ]);
      expect(await undo(tx)).toBe(true);
      expect(await contentOf(tx)).toEqual(before);
      expect(await undo(tx)).toBe(false);
      expect(await tx`select from last_import()`).toEqual([]);
      expect(await tx`select from deleted_content where entry_id = ${id(3)}`).toHaveLength(1);
    });
  });

  it("undoing an import reverts edited entries, including those without a history", async () => {
    await suite.as("owner", async (tx) => {
      await run(tx, { experience: file.experience });
      const before = await contentOf(tx);
      await run(tx, {
        skill_categories: file.skill_categories,
        experience: [{ id: id(3), revision: 1, location: "Rome", title: "Lead" }],
      });
      expect(await undo(tx)).toBe(true);
      expect(await contentOf(tx)).toEqual(before);
    });
  });

  it("undoing an import survives the repetition of the request", async () => {
    await suite.as("owner", async (tx) => {
      await run(tx, { experience: file.experience });
      await run(tx, { experience: file.experience });
      expect(await undo(tx)).toBe(true);
      expect(await tx`select from experience where id = ${id(3)}`).toEqual([]);
    });
  });

  it.each([
    ["an entry was changed", `update experience set title = 'x' where id = '${id(3)}'`],
    ["an entry was deleted", `delete from skills where id = '${id(2)}'`],
    ["a value was changed", "update personal_info set value = 'x' where key = 'tagline'"],
    [
      "its category got another skill",
      `insert into skills (name, category_id) values ('own', '${id(1)}')`,
    ],
  ])("undoing an import is refused as a whole once %s", async (_, change) => {
    await suite.as("owner", async (tx) => {
      await tx`delete from personal_info where key = 'tagline'`;
      await run(tx, file);
      await tx.unsafe(change);
      expect(await isUnchanged(tx)).toBe(false);
      const before = await contentOf(tx);
      expect(await codeOf(tx, (inner) => undo(inner as Tx))).toBe("PT409");
      expect(await contentOf(tx)).toEqual(before);
    });
  });

  it("undoing an import keeps entries that were added or arranged since then", async () => {
    await suite.as("owner", async (tx) => {
      await run(tx, { experience: file.experience });
      await tx`update experience set position = 1 where id = ${id(3)}`;
      await tx`insert into experience (title, organization) values ('Own', 'x')`;
      expect(await isUnchanged(tx)).toBe(true);
      expect(await undo(tx)).toBe(true);
      expect(await tx`select title from experience where title = 'Own'`).toHaveLength(1);
    });
  });

  it("undoing an import is allowed to the owner alone", async () => {
    await suite.as("workspace user", async (tx) => {
      expect(await tx`select from last_import()`).toEqual([]);
    });
  });
});

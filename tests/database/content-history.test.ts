import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, type Tx, userIds } from "../support/databases/personas.ts";
import { contentSubjects } from "../support/databases/role-matrix.ts";

interface Version {
  id: string;
  operation: string;
  entry: Record<string, unknown>;
  changed_by: string | null;
}

describeDatabase("The history of the content", (suite) => {
  const history = async (tx: Tx, table: string) => [
    ...(await tx<Version[]>`select id, operation, entry, changed_by from content_history
      where table_name = ${table} order by id`),
  ];
  const restoreVersion = async (tx: Tx, version: string | undefined, revision: number) =>
    (await tx`select restore_content_version(${version ?? "0"}, ${revision}) as done`)[0]?.done;
  const restoreDeleted = async (tx: Tx, table: string, id: unknown) =>
    (await tx`select restore_deleted_content(${table}, ${String(id)}) as done`)[0]?.done;

  it.each(contentSubjects)(
    "the history of $name has every version, restores one, and restores the deleted entry unchanged",
    async ({ name, table, row, change }) => {
      await suite.trial(async (tx) => {
        await tx.unsafe(`insert into ${table} ${row("")}`);
        await become(tx, "owner");
        await tx.unsafe(`update ${table} set ${change}`);
        const before = await history(tx, name);
        expect(before).toMatchObject([
          { operation: "insert", changed_by: null, entry: { revision: 1 } },
          { operation: "update", changed_by: userIds.owner, entry: { revision: 2 } },
        ]);
        const id = String(before[0]?.entry[name === "personal_info" ? "key" : "id"]);

        const stale = await codeOf(tx, (inner) => restoreVersion(inner, before[0]?.id, 1));
        expect(stale).toBe("PT409");
        expect(await restoreVersion(tx, before[0]?.id, 2)).toBe(true);
        const [restored] = await tx.unsafe(
          `select to_jsonb(entry) as entry from ${table} as entry`,
        );
        expect(restored?.entry).toEqual({ ...before[0]?.entry, revision: 3 });

        expect(await restoreDeleted(tx, name, id)).toBe(false);
        await tx.unsafe(`delete from ${table}`);
        expect(await restoreVersion(tx, before[0]?.id, 3)).toBe(false);
        expect(await tx`select entry_id from deleted_content`).toEqual([{ entry_id: id }]);
        expect(await restoreDeleted(tx, name, id)).toBe(true);
        const [again] = await tx.unsafe(`select to_jsonb(entry) as entry from ${table} as entry`);
        expect(again?.entry).toEqual({ ...restored?.entry, revision: 4 });
        expect(await tx`select from deleted_content`).toHaveLength(0);
      });
    },
  );

  it("the history of the content keeps the last 30 versions, of at most 2 MB besides the newest", async () => {
    await suite.as("owner", async (tx) => {
      await tx`insert into skills (name) values ('x')`;
      for (let level = 0; level < 40; level++) await tx`update skills set level = ${level}`;
      const levels = (await history(tx, "skills")).map(({ entry }) => entry.level);
      expect(levels).toEqual(Array.from({ length: 30 }, (_, index) => index + 10));

      await tx`insert into personal_info values ('bio', '')`;
      for (let turn = 0; turn < 10; turn++) {
        await tx`update personal_info set value = ${String(turn).repeat(250_000)}`;
      }
      expect(await history(tx, "personal_info")).toHaveLength(7);
    });
  });

  it("the history of the content has no version of a save that changes nothing or only the position", async () => {
    await suite.as("owner", async (tx) => {
      await tx`insert into projects (name, live_link) values ('x', 'https://x.example')`;
      await tx`update projects set name = 'x'`;
      await tx`update projects set position = 3`;
      expect(await history(tx, "projects")).toHaveLength(1);
    });
  });

  it("the history of the content begins with the state before the first recorded change of an entry", async () => {
    await suite.as("owner", async (tx) => {
      await tx`insert into experience (title, organization) values ('old', 'x')`;
      await becomeSuperuser(tx);
      await tx`delete from content_history`;
      await become(tx, "owner");
      await tx`update experience set title = 'new'`;
      const titles = (await history(tx, "experience")).map(({ entry }) => entry.title);
      expect(titles).toEqual(["old", "new"]);
    });
  });

  it("the history of the content keeps the position of a restored version, and adds the columns it lacks", async () => {
    await suite.as("owner", async (tx) => {
      await tx`insert into projects (name, live_link, stack) values ('a', 'https://x.example', '{"C"}')`;
      await tx`update projects set name = 'b', stack = null, position = 5, visibility = 'hidden'`;
      await becomeSuperuser(tx);
      // Simulates a version recorded by an older schema.
      await tx`update content_history set entry = entry - 'visibility'`;
      await become(tx, "owner");
      const [first] = await history(tx, "projects");
      await restoreVersion(tx, first?.id, 2);
      expect(await tx`select name, stack, position, visibility from projects`).toEqual([
        { name: "a", stack: ["C"], position: 5, visibility: "hidden" },
      ]);
    });
  });

  it("the history of the content gives a restored category its skills back, and a restored skill no deleted category", async () => {
    await suite.as("owner", async (tx) => {
      const [one] = await tx`insert into skill_categories (name) values ('one') returning id`;
      const [two] = await tx`insert into skill_categories (name) values ('two') returning id`;
      await tx`insert into skills (name, category_id)
        values ('stays', ${one?.id}), ('moves', ${one?.id}), ('free', null)`;
      await tx`delete from skill_categories where name = 'one'`;
      await tx`update skills set category_id = ${two?.id} where name = 'moves'`;
      await restoreDeleted(tx, "skill_categories", one?.id);
      const rows = await tx`select skills.name, skill_categories.name as category from skills
        left join skill_categories on skill_categories.id = category_id order by skills.name`;
      expect([...rows]).toEqual([
        { name: "free", category: null },
        { name: "moves", category: "two" },
        { name: "stays", category: "one" },
      ]);
      const [skill] = await tx`delete from skills where name = 'stays' returning id`;
      await tx`delete from skill_categories where name = 'one'`;
      await restoreDeleted(tx, "skills", skill?.id);
      expect(await tx`select category_id from skills where name = 'stays'`).toEqual([
        { category_id: null },
      ]);
    });
  });

  it("the history of the content forgets entries deleted 30 days ago, and all but the 1000 deleted last", async () => {
    await suite.as("owner", async (tx) => {
      await tx`insert into skills (name) values ('old'), ('recent'), ('live')`;
      await tx`update skills set level = 1`;
      await tx`delete from skills where name <> 'live'`;
      await becomeSuperuser(tx);
      await tx`update content_history set changed_at = now() - interval '31 days'
        where entry ->> 'name' in ('old', 'live')`;
      await become(tx, "owner");
      expect(await tx`select entry ->> 'name' as name from deleted_content`).toEqual([
        { name: "recent" },
      ]);
      await tx`delete from projects`;
      const names = (await history(tx, "skills")).map(({ entry }) => entry.name);
      expect(names.sort()).toEqual(["live", "live", "recent", "recent", "recent"]);

      await tx`insert into social_links (name, url) select n, 'https://x.example' from generate_series(1, 1000) n`;
      await tx`delete from social_links`;
      expect(await tx`select from deleted_content`).toHaveLength(1000);
      expect((await history(tx, "skills")).map(({ entry }) => entry.name)).toEqual([
        "live",
        "live",
      ]);
    });
  });

  it("the history of the content forgets an entry that is deleted permanently, and only one in the trash", async () => {
    await suite.as("owner", async (tx) => {
      const [gone] = await tx`insert into skills (name) values ('gone') returning id`;
      await tx`insert into skills (name) values ('stays')`;
      const purge = async () =>
        (await tx`select purge_deleted_content('skills', ${gone?.id}) as done`)[0]?.done;
      expect(await purge()).toBe(false);
      await tx`delete from skills`;
      expect(await purge()).toBe(true);
      expect(await restoreDeleted(tx, "skills", gone?.id)).toBe(false);
      expect(await history(tx, "skills")).toMatchObject(
        Array(2).fill({ entry: { name: "stays" } }),
      );
    });
  });

  it("the history of the content can be written by nobody, and restored only by the owner", async () => {
    await suite.trial(async (tx) => {
      await tx`insert into skills (name) values ('x')`;
      await tx`delete from skills`;
      await become(tx, "owner");
      expect(await codeOf(tx, (inner) => inner`delete from content_history`)).toBe(sqlstate.denied);
      await become(tx, "workspace user");
      expect(await tx`select from content_history`).toHaveLength(0);
      expect(await tx`select from deleted_content`).toHaveLength(0);
    });
  });
});

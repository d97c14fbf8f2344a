import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { projectRoot } from "../../server/project-root.ts";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, personas, type Tx } from "../support/databases/personas.ts";

/**
 * 11 personal info values, 2 education entries, 3 jobs, 6 projects, 4 categories, 18 skills, 3
 * links.
 */
const SAMPLE_ROWS = 51;

let seed: string;
beforeAll(async () => {
  seed = await readFile(join(projectRoot, "supabase", "seed.sql"), "utf8");
});

/** The number of rows shown on the public page. */
async function countContent(tx: Tx): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select (select count(*) from personal_info) + (select count(*) from experience)
      + (select count(*) from education) + (select count(*) from projects)
      + (select count(*) from skills) + (select count(*) from skill_categories)
      + (select count(*) from social_links) as n`;
  return row?.n ?? -1;
}

async function ask(tx: Tx, name: "count" | "clear"): Promise<number> {
  const [row] = await tx.unsafe<{ n: number }[]>(`select ${name}_sample_content() as n`);
  return row?.n ?? -1;
}

describeDatabase("The sample content", (suite) => {
  /** Loads the sample, applies these changes, and continues as the owner. */
  const asOwner = <T>(changes: string, work: (tx: Tx) => Promise<T>) =>
    suite.trial(async (tx) => {
      await tx.unsafe(seed);
      await become(tx, "owner");
      if (changes) await tx.unsafe(changes);
      return work(tx);
    });

  it("the sample content is recognized row by row and cleared completely at once", async () => {
    const seen = await asOwner("", async (tx) => {
      const before = [await ask(tx, "count"), await countContent(tx)];
      const cleared = await ask(tx, "clear");
      const after = [await ask(tx, "count"), await countContent(tx), await ask(tx, "clear")];
      const notes = await tx`select from private.sample_entries`;
      return { before, cleared, after, notes: notes.length };
    });
    expect(seen).toEqual({
      before: [SAMPLE_ROWS, SAMPLE_ROWS],
      cleared: SAMPLE_ROWS,
      after: [0, 0, 0],
      notes: 0,
    });
  });

  it.each([
    ["a changed fact", "update personal_info set value = 'Ada' where key = 'displayName'", 1],
    ["an added fact", "insert into personal_info values ('x', 'y')", 0],
    [
      "a changed list of words",
      "update projects set stack = array_append(stack, 'Rust') where name = 'Slipway'",
      1,
    ],
    [
      "an emptied field",
      "update experience set location = null where date_range = '2017 – 2020'",
      1,
    ],
    ["a changed level", "update skills set level = 50 where name = 'Jest'", 2],
    [
      "an own entry that reads the same",
      "insert into social_links (name, url, icon_key, display_order) select name, url, icon_key, display_order from social_links limit 1",
      0,
    ],
    ["a link moved in order", "update social_links set display_order = 9 where name = 'GitHub'", 1],
    [
      "a renamed category",
      "update skill_categories set name = 'Tools' where name = 'Tools & Practice'",
      1,
    ],
  ])("the sample content keeps %s", async (_what, change, ofSample) => {
    const seen = await asOwner(change, async (tx) => {
      const all = await countContent(tx);
      const announced = await ask(tx, "count");
      const cleared = await ask(tx, "clear");
      return { announced, cleared, kept: await countContent(tx), all };
    });
    const cleared = SAMPLE_ROWS - ofSample;
    expect(seen).toEqual({ all: seen.all, announced: cleared, cleared, kept: seen.all - cleared });
    expect(seen.kept).toBeGreaterThan(0);
  });

  it("the sample content is cleared although the owner has moved or hidden it", async () => {
    const change = `update projects set position = 1, visibility = 'hidden';
      update skill_categories set position = 2`;
    expect(await asOwner(change, (tx) => ask(tx, "clear"))).toBe(SAMPLE_ROWS);
  });

  it("clearing the sample removes unchanged sample entries from the trash and keeps changed ones", async () => {
    const change = `update projects set description = 'Mine' where name = 'Slipway';
      delete from projects where name in ('Slipway', 'Quadrat')`;
    const seen = await asOwner(change, async (tx) => {
      const trash = async () => [
        ...(await tx`select entry ->> 'name' as name from deleted_content order by 1`),
      ];
      const before = await trash();
      await ask(tx, "clear");
      return { before, after: await trash() };
    });
    expect(seen).toEqual({
      before: [{ name: "Quadrat" }, { name: "Slipway" }],
      after: [{ name: "Slipway" }],
    });
  });

  it("the sample content treats a reverted change as unchanged", async () => {
    const change = `update projects set name = 'X' where name = 'Slipway';
      update projects set name = 'Slipway' where name = 'X'`;
    expect(await asOwner(change, (tx) => ask(tx, "clear"))).toBe(SAMPLE_ROWS);
  });

  it("the sample content keeps a sample category that contains one of the owner's skills", async () => {
    const change = `insert into skills (name, category_id)
      select 'Cobol', id from skill_categories where name = 'Languages'`;
    const seen = await asOwner(change, async (tx) => {
      const counts = [await ask(tx, "count"), await ask(tx, "clear"), await ask(tx, "count")];
      const rows = await tx`select skills.name, skill_categories.name as category
        from skills join skill_categories on skill_categories.id = category_id`;
      return { counts, rows: [...rows] };
    });
    expect(seen.counts).toEqual([SAMPLE_ROWS - 1, SAMPLE_ROWS - 1, 0]);
    expect(seen.rows).toEqual([{ name: "Cobol", category: "Languages" }]);
  });

  it("the sample content includes the skills of a deleted sample category, but not skills that were moved", async () => {
    const deleted = "delete from skill_categories where name = 'Languages'";
    expect(await asOwner(deleted, (tx) => ask(tx, "clear"))).toBe(SAMPLE_ROWS - 1);
    const moved = `update skills set category_id = (select id from skill_categories where name = 'Languages')
      where name = 'Git'`;
    // The skill stays, and so does its new category.
    expect(await asOwner(moved, (tx) => ask(tx, "clear"))).toBe(SAMPLE_ROWS - 2);
  });

  it("the sample content is cleared completely or not at all", async () => {
    const seen = await suite.trial(async (tx) => {
      await tx.unsafe(seed);
      await tx.unsafe(`
        create function pg_temp.refuse() returns trigger language plpgsql as 'begin raise ''no''; end';
        create trigger refuse before delete on skill_categories for each row execute function pg_temp.refuse()`);
      await become(tx, "owner");
      const code = await codeOf(tx, (inner) => inner`select clear_sample_content()`);
      return { code, left: await countContent(tx), announced: await ask(tx, "count") };
    });
    expect(seen).toEqual({ code: "P0001", left: SAMPLE_ROWS, announced: SAMPLE_ROWS });
  });

  it("the sample content keeps an entry that another tab saves while it is cleared", async () => {
    // Needs two real sessions, so this test commits; the rest of the database stays unchanged.
    const { sql } = suite;
    await sql.unsafe(seed);
    try {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let saved = () => {};
      const saving = new Promise<void>((resolve) => {
        saved = resolve;
      });
      const save = sql.begin(async (tx) => {
        await become(tx, "owner");
        await tx`update projects set name = 'Mine now' where name = 'Slipway'`;
        saved();
        await held;
      });
      await saving;
      const clear = sql.begin(async (tx) => {
        await become(tx, "owner");
        return ask(tx, "clear");
      });
      const waiting = () => sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting()).length).toBe(1);
      release();
      await save;
      expect(await clear).toBe(SAMPLE_ROWS - 1);
      expect(await sql`select name from projects`).toMatchObject([{ name: "Mine now" }]);
    } finally {
      await sql`truncate personal_info, experience, education, projects, skills, skill_categories,
        social_links, private.sample_entries`;
    }
  });

  it.each(personas)("the sample content can be cleared only by the owner: %s", async (persona) => {
    const seen = await suite.trial(async (tx) => {
      await tx.unsafe(seed);
      await become(tx, persona);
      const code = await codeOf(tx, (inner) => inner`select clear_sample_content()`);
      const count = await codeOf(tx, (inner) => inner`select count_sample_content()`);
      const announced = count === null ? await ask(tx, "count") : null;
      await becomeSuperuser(tx);
      return { code, announced, left: await countContent(tx) };
    });
    if (persona === "owner") expect(seen).toEqual({ code: null, announced: 0, left: 0 });
    else if (persona === "anonymous") {
      expect(seen).toEqual({ code: sqlstate.denied, announced: null, left: SAMPLE_ROWS });
    } else expect(seen).toEqual({ code: sqlstate.denied, announced: 0, left: SAMPLE_ROWS });
  });
});

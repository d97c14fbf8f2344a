import { expect, it } from "vitest";
import { formatMonthRange } from "../../shared/month-range.ts";
import { groupByCategory } from "../../src/admin/skills/group-by-category.ts";
import { inChosenOrder } from "../../src/content/entry-order.ts";
import {
  codeOf,
  describeDatabase,
  expectColumn,
  sqlstate,
} from "../support/databases/database-suite.ts";
import { become, type Tx } from "../support/databases/personas.ts";

const CONFLICT = "PT409";

interface Placed {
  id: string;
  name: string;
  place: number | null;
}

const lists = [
  ["experience", "title", "(title, organization) values ('a', 'x'), ('b', 'x'), ('c', 'x')"],
  ["education", "title", "(title, organization) values ('a', 'x'), ('b', 'x'), ('c', 'x')"],
  [
    "projects",
    "name",
    "(name, live_link) values ('a', 'https://x'), ('b', 'https://x'), ('c', 'https://x')",
  ],
  ["skills", "name", "(name) values ('a'), ('b'), ('c')"],
  ["skill_categories", "name", "(name) values ('a'), ('b'), ('c')"],
  [
    "social_links",
    "name",
    "(name, url) values ('a', 'https://x'), ('b', 'https://x'), ('c', 'https://x')",
  ],
] as const;

describeDatabase("The chosen order", (suite) => {
  const read = async (tx: Tx, table: string, name = "name") => {
    const place = table === "social_links" ? "display_order" : "position";
    return [
      ...(await tx.unsafe<Placed[]>(
        `select id, ${name} as name, ${place} as place from ${table} order by ${place}, ${name}`,
      )),
    ];
  };
  const save = (tx: Tx, list: string, rows: Placed[]) =>
    tx`select save_content_order(${list}, ${tx.json(rows.map(({ id, place }) => ({ id, was: place })))})`;
  const names = (rows: Placed[]) => rows.map(({ name }) => name).join("");

  it.each(lists)(
    "the order of %s is saved as a whole and can be changed again",
    async (table, name, rows) => {
      await suite.as("owner", async (tx) => {
        await tx.unsafe(`insert into ${table} ${rows}`);
        const [a, b, c] = (await read(tx, table, name)) as [Placed, Placed, Placed];
        await save(tx, table, [c, a, b]);
        const first = await read(tx, table, name);
        expect(first.map(({ name: own, place }) => [own, place])).toEqual([
          ["c", 1],
          ["a", 2],
          ["b", 3],
        ]);
        await save(tx, table, first.toReversed());
        expect(names(await read(tx, table, name))).toBe("bac");
      });
    },
  );

  it("the chosen order is refused when an entry was added, removed or moved in the meantime", async () => {
    await suite.as("owner", async (tx) => {
      await tx.unsafe(`insert into projects ${lists[2][2]}`);
      const seen = await read(tx, "projects");
      const refused = async (change: string) =>
        tx
          .savepoint(async (inner) => {
            await inner.unsafe(change);
            const before = await read(inner, "projects");
            expect(await codeOf(inner, (deep) => save(deep, "projects", seen))).toBe(CONFLICT);
            expect(await read(inner, "projects")).toEqual(before);
            throw new Error("undo");
          })
          .catch((error: Error) => expect(error.message).toBe("undo"));
      await refused("insert into projects (name, live_link) values ('d', 'https://x')");
      await refused("delete from projects where name = 'b'");
      await refused("update projects set position = 7 where name = 'b'");
      const twice = [...seen.slice(1), ...seen.slice(1, 2)];
      expect(await codeOf(tx, (inner) => save(inner, "projects", twice))).toBe(CONFLICT);
      // A list sorted in one tab is not in the order another tab has seen.
      await save(tx, "projects", seen);
      expect(await codeOf(tx, (inner) => save(inner, "projects", seen))).toBe(CONFLICT);
    });
  });

  it("of two tabs that save a chosen order at once, one succeeds", async () => {
    const { sql } = suite;
    await sql.unsafe(`insert into projects ${lists[2][2]}`);
    try {
      const seen = await sql.begin((tx) => read(tx, "projects"));
      const tab = (rows: Placed[]) =>
        sql
          .begin(async (tx) => {
            await become(tx, "owner");
            await save(tx, "projects", rows);
            return names(rows);
          })
          .catch((error: { code: string }) => error.code);
      const results = await Promise.all([tab(seen), tab(seen.toReversed()), tab(seen)]);
      const saved = results.filter((result) => result !== CONFLICT);
      expect(saved).toHaveLength(1);
      expect(saved).toEqual([names(await sql.begin((tx) => read(tx, "projects")))]);
    } finally {
      await sql`truncate projects, content_history`;
    }
  });

  it("the chosen order of skills applies to one category", async () => {
    await suite.as("owner", async (tx) => {
      const [category] = await tx`insert into skill_categories (name) values ('x') returning id`;
      await tx`insert into skills (name, category_id)
        values ('a', ${category?.id}), ('b', ${category?.id}), ('c', null)`;
      const [a, b, c] = (await read(tx, "skills")) as [Placed, Placed, Placed];
      await save(tx, "skills", [b, a]);
      expect(await read(tx, "skills")).toMatchObject([
        { name: "b", place: 1 },
        { name: "a", place: 2 },
        { name: "c", place: null },
      ]);
      const all = await read(tx, "skills");
      expect(await codeOf(tx, (inner) => save(inner, "skills", all))).toBe(CONFLICT);
      expect(await codeOf(tx, (inner) => save(inner, "skills", [c]))).toBeNull();
    });
  });

  it("the chosen order of skills begins with the order of the page, and changes only the place of the moved skill", async () => {
    await suite.as("owner", async (tx) => {
      await tx`insert into skills (name, level) values ('a', 10), ('b', 50), ('c', 90), ('d', 50)`;
      type Row = Placed & { level: number; position: null; category_id: null };
      const page = () => tx<Row[]>`select * from skills order by level desc, name, id`;
      const panel = await tx<Row[]>`select * from skills order by name, id`;
      const [group] = groupByCategory(panel.map((row) => ({ ...row, skill_categories: null })));
      const [c, b, d, a] = group?.skills ?? [];
      expect(names([c, b, d, a] as Row[])).toBe(names(await page()));
      await save(
        tx,
        "skills",
        [c, a, b, d].map((row) => ({ ...(row as Row), place: null })),
      );
      expect(names(inChosenOrder(await page()))).toBe("cabd");
    });
  });

  it("the chosen order makes no new revision, unless something else changes with it", async () => {
    await suite.as("owner", async (tx) => {
      await tx.unsafe(`insert into projects ${lists[2][2]}`);
      await save(tx, "projects", await read(tx, "projects"));
      const [row] = await tx`select max(revision) as revision from projects`;
      expect(row?.revision).toBe(1);
      const stale = "update projects set position = 9, revision = 5";
      expect(await codeOf(tx, (inner) => inner.unsafe(stale))).toBe(CONFLICT);
      await tx`update projects set position = 8, name = 'x' where name = 'a'`;
      expect(await tx`select revision from projects where name = 'x'`).toEqual([{ revision: 2 }]);
    });
  });

  it("the chosen order of another table or of anything but a list is refused", async () => {
    const codes = await suite.as("owner", async (tx) => [
      await codeOf(tx, (inner) => inner`select save_content_order('messages', '[]')`),
      await codeOf(tx, (inner) => inner`select save_content_order(null, '[]')`),
      await codeOf(tx, (inner) => inner`select save_content_order('skills', '{}')`),
      await codeOf(tx, (inner) => inner`select save_content_order('skills', null)`),
    ]);
    expect(codes).toEqual(Array(4).fill("22023"));
  });
});

describeDatabase("Months", (suite) => {
  /** The date_range of an entry after executing these statements. */
  const range = (columns: string, ...changes: string[]) =>
    suite.as("owner", async (tx) => {
      await tx.unsafe(`insert into experience (title, organization${columns}`);
      for (const change of changes) await tx.unsafe(`update experience set ${change}`);
      const [row] = await tx<{ date_range: string | null }[]>`select date_range from experience`;
      return row?.date_range;
    });
  const running = ", start_month) values ('x', 'x', '2021-03-01')";

  it("months write an empty date_range like formatMonthRange", async () => {
    const months = Array.from(
      { length: 12 },
      (_, index) => `2019-${String(index + 1).padStart(2, "0")}-01`,
    );
    const pairs: [string | null, string | null][] = [
      ...months.map((month): [string, null] => [month, null]),
      ...months.map((month): [string, string] => [month, "2020-05-01"]),
      ["2019-03-01", "2019-03-01"],
      [null, "2015-06-01"],
      [null, null],
    ];
    const written = await suite.as("owner", async (tx) => {
      for (const [index, [start, end]] of pairs.entries()) {
        await tx`insert into education (title, organization, date_range, start_month, end_month)
          values (${String(index).padStart(2, "0")}, 'x', '', ${start}, ${end})`;
      }
      return tx<{ date_range: string }[]>`select date_range from education order by title`;
    });
    expect(written.map((row) => row.date_range)).toEqual(
      pairs.map(([start, end]) => formatMonthRange(start, end)),
    );
    expect(written[2]?.date_range).toBe("Mar 2019 – Present");
  });

  it("months update only the date_range that they have written", async () => {
    expect(await range(running, "end_month = '2023-06-01'")).toBe("Mar 2021 – Jun 2023");
    expect(await range(running, "start_month = null")).toBeNull();
    const changed = ["date_range = 'Since spring'", "end_month = '2023-06-01'"];
    expect(await range(running, ...changed)).toBe("Since spring");
  });

  it("months keep a date_range that the owner wrote, until it is emptied", async () => {
    const own = ", date_range, start_month) values ('x', 'x', '2021', '2021-03-01')";
    expect(await range(own, "end_month = '2022-01-01'")).toBe("2021");
    expect(await range(own, "date_range = ''")).toBe("Mar 2021 – Present");
    expect(await range(") values ('x', 'x')", "date_range = ''")).toBe("");
  });

  it("an entry's last month is never before its first month", async () => {
    const codes = await suite.as("owner", async (tx) => {
      const insert = (months: string) =>
        codeOf(tx, (inner) =>
          inner.unsafe(
            `insert into experience (title, organization, start_month, end_month) values ('x', 'x', ${months})`,
          ),
        );
      return [
        await insert("'2021-03-01', '2021-02-01'"),
        await insert("'2021-03-01', '2021-03-01'"),
      ];
    });
    expect(codes).toEqual([sqlstate.check, null]);
  });
});

describeDatabase("Unpublished content", (suite) => {
  it("unpublished content is invisible to visitors and the workspace user through joins, counts, categories and the version", async () => {
    await suite.trial(async (tx) => {
      await become(tx, "owner");
      await tx`insert into skill_categories (name, visibility) values ('Secret', 'hidden'), ('Open', 'public')`;
      await tx`insert into skills (name, category_id) select 'Skill of ' || name, id from skill_categories`;
      await tx`insert into skills (name, visibility) values ('Draft', 'draft')`;
      const seen = async () => ({
        skills: [
          ...(await tx`select skills.name, skill_categories.name as category
            from skills left join skill_categories on skill_categories.id = category_id
            order by skills.name`),
        ],
        counts: [
          ...(await tx`select (select count(*) from skills)::int as skills,
            (select count(*) from skill_categories)::int as categories`),
        ],
      });
      expect((await seen()).counts).toEqual([{ skills: 3, categories: 2 }]);
      for (const persona of ["anonymous", "workspace user", "signed in, no role"] as const) {
        await become(tx, persona);
        expect(await seen(), persona).toEqual({
          skills: [{ name: "Skill of Open", category: "Open" }],
          counts: [{ skills: 1, categories: 1 }],
        });
      }
      const version = async () => (await tx`select version from content_version`)[0]?.version;
      const before = await version();
      await become(tx, "owner");
      await tx`update skills set level = 1 where name in ('Draft', 'Skill of Secret')`;
      await become(tx, "anonymous");
      expect(await version()).toBe(before);
      await become(tx, "owner");
      await tx`update skills set position = 4 where name = 'Skill of Open'`;
      await become(tx, "anonymous");
      expect(await version()).not.toBe(before);
    });
  });
});

describeDatabase("The layout of the page", (suite) => {
  it("the layout of the page can only be a list of sections, or empty", () =>
    suite.as("owner", (tx) =>
      expectColumn(
        tx,
        (inner, value) => inner`insert into personal_info values ('sections', ${value as string})`,
        {
          refused: [
            ...["x", "[]", "1", "null", '"about"', "{", '{"order":"about"}', '{"order":{}}'],
            ...['{"order":["about","about"]}', '{"order":["a b"]}', '{"hidden":["<b>"]}'],
            ...['{"order":[null]}', '{"order":[["about"]]}', '{"more":1}', '{"order":null}'],
            ...['{"titles":[]}', '{"titles":{"about":1}}', '{"subtitles":{"<b>":"x"}}'],
            `{"titles":{"about":"${"x".repeat(61)}"}}`,
            `{"subtitles":{"about":"${"x".repeat(201)}"}}`,
            `{"order":[]${" ".repeat(16_000)}}`,
          ],
          taken: [
            ...["", null, "{}", '{"order":[],"hidden":[]}', '{"hidden":["about"]}'],
            ...[
              '{"titles":{"about":""},"subtitles":{}}',
              `{"titles":{"skills":"${"é".repeat(60)}"}}`,
            ],
            '{"order":["projects","skills","experience","education","about"],"hidden":["skills"]}',
          ],
        },
      ),
    ));
});

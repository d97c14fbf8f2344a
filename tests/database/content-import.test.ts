import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import type { Tx } from "../support/databases/personas.ts";

const CONFLICT = "PT409";
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const run = (tx: Tx, content: object, clearSample = false) =>
  tx`select import_content(${tx.json(content as never)}, ${clearSample})`;
const role = (digit: number, title: string) => ({
  id: id(digit),
  revision: null,
  title,
  organization: "ACME",
  skills: ["a", "b"],
  start_month: "2021-03-01",
  visibility: "draft",
  position: null,
});

describeDatabase("An import of content", (suite) => {
  it("an import of content adds entries with their category, and changes only the named columns of others", async () => {
    await suite.as("owner", async (tx) => {
      await tx`delete from personal_info where key in ('tagline', 'location')`;
      const category = {
        id: id(1),
        revision: null,
        name: "Web",
        visibility: "public",
        position: 1,
      };
      const skill = { id: id(2), revision: null, name: "CSS", level: 80, category_id: id(1) };
      const content = {
        skills: [{ ...skill, visibility: "public", position: 1, icon: null }],
        skill_categories: [category],
        experience: [role(3, "Engineer")],
        personal_info: [{ key: "tagline", value: "I build.", revision: null }],
      };
      await run(tx, content);
      // Repeats the import, as after a lost response, without the value of General Info.
      await run(tx, { ...content, personal_info: [] });
      expect(
        await tx`select title, skills, date_range, visibility, revision from experience where id = ${id(3)}`,
      ).toEqual([
        {
          title: "Engineer",
          skills: ["a", "b"],
          date_range: "Mar 2021 – Present",
          visibility: "draft",
          revision: 1,
        },
      ]);
      await run(tx, {
        experience: [{ id: id(3), revision: 1, location: "Rome" }],
        personal_info: [{ key: "tagline", value: "I test.", revision: 1 }],
      });
      expect(
        await tx`select title, location, visibility, revision from experience where id = ${id(3)}`,
      ).toEqual([{ title: "Engineer", location: "Rome", visibility: "draft", revision: 2 }]);
      expect(await tx`select value, revision from personal_info where key = 'tagline'`).toEqual([
        { value: "I test.", revision: 2 },
      ]);
    });
  });

  it("an import of content adds the first entry last, so that lists of the newest keep the file's order", async () => {
    await suite.as("owner", async (tx) => {
      const projects = [1, 2, 3].map((number) => ({
        ...{ id: id(number), revision: null, name: `p${number}`, live_link: "https://p.example" },
        visibility: "public",
      }));
      await run(tx, { projects });
      const stored =
        await tx`select name from projects where id in ${tx(projects.map((row) => row.id))}
        order by created_at desc, id desc`;
      expect(stored.map(({ name }) => name)).toEqual(["p1", "p2", "p3"]);
    });
  });

  it.each([
    ["was changed in the meantime", { experience: [{ id: id(3), revision: 7, location: "Rome" }] }],
    ["was removed in the meantime", { experience: [{ id: id(9), revision: 1, location: "Rome" }] }],
    [
      "was added in the meantime",
      { personal_info: [{ key: "tagline", value: "b", revision: null }] },
    ],
  ])("an import of content writes nothing when something %s", async (_, conflict) => {
    await suite.as("owner", async (tx) => {
      await tx`insert into personal_info (key, value) values ('tagline', 'a')
        on conflict (key) do update set value = 'a'`;
      await run(tx, { experience: [role(3, "Engineer")] });
      const content = { projects: [], education: [role(4, "BSc")], ...conflict };
      expect(await codeOf(tx, (inner) => run(inner, content))).toBe(CONFLICT);
      expect(await tx`select id from education where id = ${id(4)}`).toEqual([]);
    });
  });

  it("an import of content refuses everybody else, and ignores unknown tables and columns", async () => {
    await suite.as("workspace user", async (tx) => {
      expect(await codeOf(tx, (inner) => run(inner, {}))).toBe(sqlstate.denied);
    });
    await suite.as("owner", async (tx) => {
      const row = { ...role(5, "x"), created_at: "2001-01-01", role: "admin" };
      await run(tx, { experience: [row], user_roles: [{ id: id(6) }] });
      const [stored] =
        await tx`select created_at > '2020-01-01' as now from experience where id = ${id(5)}`;
      expect(stored).toEqual({ now: true });
    });
  });

  it("an import of content removes the sample in the same transaction, and only it", async () => {
    await suite.as("owner", async (tx) => {
      await run(tx, { experience: [role(7, "Own")] }, true);
      const [{ left } = { left: -1 }] = await tx<{ left: number }[]>`
        select count(*)::integer as left from list_sample_content()`;
      expect(left).toBe(0);
      expect(await tx`select title from experience where id = ${id(7)}`).toHaveLength(1);
    });
  });
});

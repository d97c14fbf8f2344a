import { afterEach, beforeEach, expect, it } from "vitest";
import { connect, type Sql } from "../../server/database/connect.ts";
import { describeDatabase } from "../support/database-suite.ts";
import { become } from "../support/personas.ts";

const inserts = {
  personal_info: "(key, value) values ('bio', 'x')",
  experience: "(title, organization) values ('x', 'x')",
  education: "(title, organization) values ('x', 'x')",
  skill_categories: "(name) values ('x')",
  skills: "(name) values ('x')",
  projects: "(name, live_link) values ('x', 'https://x.example')",
  social_links: "(name, url) values ('x', 'https://x.example')",
};

describeDatabase("portfolio_changed", (suite) => {
  let listener: Sql;
  let heard: string[];

  beforeEach(async () => {
    heard = [];
    listener = connect(suite.url, { max: 1 });
    await listener.listen("portfolio_changed", (payload) => heard.push(payload));
    await listener.listen("fence", () => heard.push("fence"));
  });
  afterEach(() => listener.end());

  /**
   * Counts the notifications of this transaction. The fence marks their end: notifications keep
   * their order.
   */
  const announcedBy = async (work: string[]) => {
    await suite.sql.begin(async (tx) => {
      for (const statement of work) await tx.unsafe(statement);
    });
    await suite.sql`select pg_notify('fence', '')`;
    await expect.poll(() => heard.includes("fence")).toBe(true);
    return heard.splice(0).filter((payload) => payload !== "fence").length;
  };

  it.each(Object.entries(inserts))(
    "is sent for every kind of change to the table %s",
    async (table, row) => {
      const column = row.match(/\w+/)?.[0];
      expect(await announcedBy([`insert into ${table} ${row}`])).toBe(1);
      expect(await announcedBy([`update ${table} set ${column} = ${column}`])).toBe(1);
      expect(await announcedBy([`delete from ${table}`])).toBe(1);
      expect(await announcedBy([`truncate ${table} cascade`])).toBe(1);
    },
  );

  it("is sent once per transaction", async () => {
    const work = Object.entries(inserts).map(([table, row]) => `insert into ${table} ${row}`);
    const undo = Object.keys(inserts).map((table) => `delete from ${table}`);
    expect(await announcedBy([...work, ...undo])).toBe(1);
  });

  it("is sent for changes through the API", async () => {
    await suite.sql.begin(async (tx) => {
      await become(tx, "owner");
      await tx`insert into skill_categories (name) values ('x')`;
      await tx`delete from skill_categories`;
    });
    await expect.poll(() => heard).toEqual([""]);
  });

  it("is not sent for messages and visits", async () => {
    const message =
      "insert into messages (name, email, subject, message) values ('x', 'x@x', 'x', 'x')";
    expect(await announcedBy([message, "insert into visits default values"])).toBe(0);
  });
});

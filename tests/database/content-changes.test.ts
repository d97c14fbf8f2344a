import { afterEach, beforeEach, expect, it } from "vitest";
import { connect, type Sql } from "../../server/database/connect.ts";
import { describeDatabase } from "../support/databases/database-suite.ts";
import { become } from "../support/databases/personas.ts";
import { contentSubjects } from "../support/databases/role-matrix.ts";

describeDatabase("portfolio_changed", (suite) => {
  let listener: Sql;
  let received: string[];

  beforeEach(async () => {
    received = [];
    listener = connect(suite.url, { max: 1 });
    await listener.listen("portfolio_changed", (payload) => received.push(payload));
    await listener.listen("fence", () => received.push("fence"));
  });
  afterEach(() => listener.end());

  /**
   * Counts the notifications of a transaction. A final notification marks the end, because
   * notifications keep their order.
   */
  const notificationsOf = async (work: string[]) => {
    await suite.sql.begin(async (tx) => {
      for (const statement of work) await tx.unsafe(statement);
    });
    await suite.sql`select pg_notify('fence', '')`;
    await expect.poll(() => received.includes("fence")).toBe(true);
    return received.splice(0).filter((payload) => payload !== "fence").length;
  };

  it.each(contentSubjects)(
    "portfolio_changed is sent for every kind of change to the table $name",
    async ({ table, row, change }) => {
      expect(await notificationsOf([`insert into ${table} ${row("")}`])).toBe(1);
      expect(await notificationsOf([`update ${table} set ${change}`])).toBe(1);
      expect(await notificationsOf([`delete from ${table}`])).toBe(1);
      expect(await notificationsOf([`truncate ${table} cascade`])).toBe(1);
    },
  );

  it("portfolio_changed is sent once per transaction", async () => {
    const work = contentSubjects.map(({ table, row }) => `insert into ${table} ${row("")}`);
    const undo = contentSubjects.map(({ table }) => `delete from ${table}`);
    expect(await notificationsOf([...work, ...undo])).toBe(1);
  });

  it("portfolio_changed is sent for changes through the API", async () => {
    await suite.sql.begin(async (tx) => {
      await become(tx, "owner");
      await tx`insert into skill_categories (name) values ('x')`;
      await tx`delete from skill_categories`;
    });
    await expect.poll(() => received).toEqual([""]);
  });

  it("portfolio_changed is not sent for messages and visits", async () => {
    const message =
      "insert into messages (name, email, subject, message) values ('x', 'x@x', 'x', 'x')";
    expect(await notificationsOf([message, "insert into visits default values"])).toBe(0);
  });
});

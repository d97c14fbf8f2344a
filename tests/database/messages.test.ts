import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { become, becomeService, becomeSuperuser } from "../support/databases/personas.ts";

const message = { name: "Ada", email: "ada@example.org", subject: "Hello", message: "Hi there" };

describeDatabase("messages", (suite) => {
  it("a message arrives unread and dated by the server, regardless of what the visitor sends", async () => {
    const rows = await suite.as("anonymous", async (tx) => {
      await tx`insert into messages ${tx({ ...message, is_read: true, replied_at: "2001-01-01", created_at: "2001-01-01" })}`;
      await becomeSuperuser(tx);
      return tx`select name, email, subject, message, is_read, replied_at, created_at = now() as now
        from messages`;
    });
    expect(rows).toEqual([{ ...message, is_read: false, replied_at: null, now: true }]);
  });

  it.each([{ is_read: true }, { replied_at: "2001-01-01" }])(
    "a visitor cannot send messages with %o, even without the trigger that resets the value",
    async (marks) => {
      const code = await suite.trial(async (tx) => {
        await tx`alter table messages disable trigger reset_is_read`;
        await become(tx, "anonymous");
        return codeOf(
          tx,
          (inner) => inner`insert into messages ${inner({ ...message, ...marks })}`,
        );
      });
      expect(code).toBe(sqlstate.denied);
    },
  );

  it("a message keeps the values set by a seed or a restore", async () => {
    const rows = await suite.trial(async (tx) => {
      await becomeService(tx);
      return tx`insert into messages ${tx({ ...message, is_read: true, created_at: "2001-01-01" })}
        returning is_read, created_at`;
    });
    expect(rows).toEqual([{ is_read: true, created_at: "2001-01-01T00:00:00+00:00" }]);
  });

  it("a message is marked read and unread by the owner, who cannot change its date", async () => {
    const rows = await suite.as("anonymous", async (tx) => {
      await tx`insert into messages ${tx(message)}`;
      await become(tx, "owner");
      await tx`update messages set is_read = true, created_at = '2001-01-01'`;
      return tx`select is_read, created_at = now() as now from messages`;
    });
    expect(rows).toEqual([{ is_read: true, now: true }]);
  });

  it("a message sent twice with the same id is stored once", async () => {
    const id = "20000000-0000-4000-8000-000000000001";
    const result = await suite.as("anonymous", async (tx) => {
      const send = () =>
        codeOf(tx, (inner) => inner`insert into messages ${inner({ ...message, id })}`);
      const codes = [await send(), await send()];
      await becomeSuperuser(tx);
      return { codes, rows: await tx`select id from messages` };
    });
    expect(result).toEqual({ codes: [null, sqlstate.unique], rows: [{ id }] });
  });

  it.each(["anonymous", "owner"] as const)(
    "one message per statement is accepted from %s",
    async (persona) => {
      const code = await suite.as(persona, (tx) =>
        codeOf(tx, (inner) => inner`insert into messages ${inner([message, message])}`),
      );
      expect(code).toBe("PT400");
    },
  );

  it("many messages per statement are accepted from the secret key", async () => {
    const count = await suite.trial(async (tx) => {
      await becomeService(tx);
      return (await tx`insert into messages ${tx([message, message])}`).count;
    });
    expect(count).toBe(2);
  });

  it("the table of messages does not reveal the number of messages to a visitor", async () => {
    const code = await suite.as("anonymous", (tx) =>
      codeOf(tx, (inner) => inner`insert into messages ${inner(message)} returning id`),
    );
    expect(code).toBe(sqlstate.denied);
  });
});

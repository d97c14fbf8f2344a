import { expect, it } from "vitest";
import { longText } from "../support/column-values.ts";
import { codeOf, describeDatabase, expectColumn, sqlstate } from "../support/database-suite.ts";
import { become, becomeService, becomeSuperuser, type Tx } from "../support/personas.ts";

const message = { name: "Ada", email: "ada@example.org", subject: "Hello", message: "Hi there" };

const fill = (tx: Tx, rows: number, age: string) =>
  tx`insert into messages (name, email, subject, message, created_at)
    select 'x', 'x@example.org', 'x', 'x', now() - ${age}::interval from generate_series(1, ${rows}::int)`;

describeDatabase("messages", (suite) => {
  it("arrives unread and dated by the server, whatever the visitor claims", async () => {
    const rows = await suite.as("anonymous", async (tx) => {
      await tx`insert into messages ${tx({ ...message, is_read: true, created_at: "2001-01-01" })}`;
      await becomeSuperuser(tx);
      return tx`select name, email, subject, message, is_read, created_at = now() as now from messages`;
    });
    expect(rows).toEqual([{ ...message, is_read: false, now: true }]);
  });

  it("keeps what a seed or a restore gives", async () => {
    const rows = await suite.trial(async (tx) => {
      await becomeService(tx);
      return tx`insert into messages ${tx({ ...message, is_read: true, created_at: "2001-01-01" })}
        returning is_read, created_at`;
    });
    expect(rows).toEqual([{ is_read: true, created_at: "2001-01-01T00:00:00+00:00" }]);
  });

  it("is marked read and unread by the owner, who cannot redate it", async () => {
    const rows = await suite.as("anonymous", async (tx) => {
      await tx`insert into messages ${tx(message)}`;
      await become(tx, "owner");
      await tx`update messages set is_read = true, created_at = '2001-01-01'`;
      return tx`select is_read, created_at = now() as now from messages`;
    });
    expect(rows).toEqual([{ is_read: true, now: true }]);
  });

  it.each([
    ["name", 200, [null, ""]],
    ["subject", 500, [null, ""]],
    ["message", 20_000, [null, ""]],
  ])("bounds %s to %i characters", (column, most, refused) =>
    suite.as("anonymous", (tx) =>
      expectColumn(
        tx,
        (inner, value) =>
          inner`insert into messages ${inner({ ...message, [column]: value as string })}`,
        { refused: [...refused, longText(most + 1)], taken: [" ", longText(most)] },
      ),
    ),
  );

  it("takes what a browser takes for an email address", () =>
    suite.as("anonymous", (tx) =>
      expectColumn(
        tx,
        (inner, value) =>
          inner`insert into messages ${inner({ ...message, email: value as string })}`,
        {
          refused: [
            null,
            "",
            "ada",
            "@",
            "ada@",
            "@example.org",
            "a@b@c",
            "a b@example.org",
            "ada@example.org\nBcc: all@example.org",
            `${"a".repeat(320)}@example.org`,
          ],
          taken: ["a@b", "ada+tag@example.org", "o'hara@xn--bcher-kva.example"],
        },
      ),
    ));

  it("makes one row of a message sent twice with one id", async () => {
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
    "takes one row per statement from %s",
    async (persona) => {
      const code = await suite.as(persona, (tx) =>
        codeOf(tx, (inner) => inner`insert into messages ${inner([message, message])}`),
      );
      expect(code).toBe("PT400");
    },
  );

  it("takes many rows per statement from the secret key", async () => {
    const count = await suite.trial(async (tx) => {
      await becomeService(tx);
      return (await tx`insert into messages ${tx([message, message])}`).count;
    });
    expect(count).toBe(2);
  });

  it.each([
    [29, "10 seconds", null],
    [30, "10 seconds", "PT429"],
    [30, "2 minutes", null],
    [999, "2 hours", null],
    [1000, "2 hours", "PT429"],
    [1000, "25 hours", null],
  ])("after %i messages %s ago the next one ends with %s", async (earlier, age, expected) => {
    const code = await suite.trial(async (tx) => {
      await fill(tx, earlier, age);
      await become(tx, "anonymous");
      return codeOf(tx, (inner) => inner`insert into messages ${inner(message)}`);
    });
    expect(code).toBe(expected);
  });

  it("does not tell the visitor how many messages there are", async () => {
    const code = await suite.as("anonymous", (tx) =>
      codeOf(tx, (inner) => inner`insert into messages ${inner(message)} returning id`),
    );
    expect(code).toBe(sqlstate.denied);
  });
});

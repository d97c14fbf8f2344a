import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, type Tx } from "../support/databases/personas.ts";

const message = { name: "Bot", email: "bot@spam.example", subject: "Hello", message: "Buy now" };

/**
 * Sends a message as a visitor.
 * @returns the number of rows, or the error's code.
 */
async function send(
  tx: Tx,
  given: Partial<typeof message> & { id?: string; spam_reason?: string } = {},
) {
  await become(tx, "anonymous");
  const answer = await tx
    .savepoint(
      async (inner) => (await inner`insert into messages ${inner({ ...message, ...given })}`).count,
    )
    .catch(({ code }: { code: string }) => code);
  await becomeSuperuser(tx);
  return answer;
}

const subjectsIn = async (rows: Promise<{ subject: string }[]>) =>
  (await rows).map(({ subject }) => subject).sort();
const inbox = (tx: Tx) => subjectsIn(tx`select subject from messages`);
const spam = (tx: Tx) => subjectsIn(tx`select subject from trashed_messages where is_spam`);

async function reasons(tx: Tx): Promise<Record<string, string | null>> {
  const rows = await tx<{ subject: string; spam_reason: string | null }[]>`
    select subject, spam_reason from trashed_messages where is_spam`;
  return Object.fromEntries(rows.map((row) => [row.subject, row.spam_reason]));
}

async function mark(tx: Tx, subject: string) {
  const [row] = await tx<{ marked: { count: number; marked_at: string } }[]>`
    select mark_spam(array(select id from messages where subject = ${subject})) as marked`;
  return row?.marked ?? { count: -1, marked_at: "" };
}

describeDatabase("Spam", (suite) => {
  it("spam includes all earlier and later messages of a sender, in any letter case", async () => {
    await suite.trial(async (tx) => {
      await send(tx, { subject: "First" });
      await send(tx, { subject: "Second", email: "BOT@Spam.example" });
      await send(tx, { subject: "Other", email: "ada@example.org" });
      await become(tx, "owner");
      expect((await mark(tx, "First")).count).toBe(2);
      expect([await inbox(tx), await spam(tx)]).toEqual([["Other"], ["First", "Second"]]);
      await becomeSuperuser(tx);
      expect(await send(tx, { subject: "Third", email: "Bot@SPAM.example" }), "the answer").toBe(1);
      expect(await send(tx, { subject: "Another", email: "bot@spam.example.org" })).toBe(1);
      expect(await inbox(tx)).toEqual(["Another", "Other"]);
      expect(await spam(tx)).toEqual(["First", "Second", "Third"]);
      await become(tx, "owner");
      expect(await tx`select subject from list_messages('buy')`).toHaveLength(2);
      expect(await tx`select count_messages('')::int as n`).toEqual([{ n: 2 }]);
      expect(await tx`select email from spam_senders`).toEqual([{ email: "bot@spam.example" }]);
    });
  });

  it("a repeated spam message is answered like one in the inbox", async () => {
    await suite.trial(async (tx) => {
      await send(tx, { subject: "First" });
      await mark(await asOwner(tx), "First");
      await becomeSuperuser(tx);
      const id = "00000000-0000-4000-8000-000000000001";
      expect(await send(tx, { id })).toBe(1);
      expect(await send(tx, { id })).toBe(sqlstate.unique);
      const other = { id: "00000000-0000-4000-8000-000000000002", email: "ada@example.org" };
      expect(await send(tx, other)).toBe(1);
      expect(await send(tx, other)).toBe(sqlstate.unique);
    });
  });

  it("spam queues no notice", async () => {
    await suite.trial(async (tx) => {
      await tx`insert into private.notice_sender (transport, recipient) values ('mail', 'a@b.example')
        on conflict do nothing`;
      await send(tx, { subject: "First" });
      await mark(await asOwner(tx), "First");
      await becomeSuperuser(tx);
      await tx`delete from private.notices where true`;
      await send(tx, { subject: "Second" });
      await send(tx, { subject: "Other", email: "ada@example.org" });
      const [other] = await tx`select id from messages`;
      expect(await tx`select message_id from private.notices`).toEqual([{ message_id: other?.id }]);
    });
  });

  it("marking as spam is undone by the time of the marking, or ended by the sender's address", async () => {
    await suite.trial(async (tx) => {
      await send(tx, { subject: "First" });
      await send(tx, { subject: "Deleted before" });
      await tx`update messages set is_read = true where subject = 'First'`;
      await tx`delete from messages where subject = 'Deleted before'`;
      await become(tx, "owner");
      const before = await tx`select * from messages`;
      const { marked_at } = await mark(tx, "First");
      expect(await tx`select unmark_spam(marked => ${marked_at}) as n`).toEqual([{ n: 1 }]);
      expect(await tx`select * from messages`).toEqual(before);
      expect(await tx`select from spam_senders`).toHaveLength(0);

      await mark(tx, "First");
      await becomeSuperuser(tx);
      await send(tx, { subject: "Second" });
      await become(tx, "owner");
      expect(await tx`select unmark_spam(${[" BOT@spam.example"]}) as n`).toEqual([{ n: 2 }]);
      expect(await inbox(tx)).toEqual(["First", "Second"]);
      expect(await tx`select subject from trashed_messages`).toEqual([
        { subject: "Deleted before" },
      ]);
      await becomeSuperuser(tx);
      await send(tx, { subject: "Third" });
      expect(await inbox(tx)).toEqual(["First", "Second", "Third"]);
    });
  });

  it("marking search results as spam marks the senders of all of them, except deselected messages", async () => {
    await suite.trial(async (tx) => {
      for (const [subject, email] of [
        ["a", "a@x.example"],
        ["b", "b@x.example"],
        ["c", "c@x.example"],
      ]) {
        await send(tx, { subject: subject ?? "", email: email ?? "" });
      }
      await tx`update messages set is_read = true where subject = 'c'`;
      await become(tx, "owner");
      const [kept] = await tx`select id from messages where subject = 'a'`;
      const [row] = await tx<{ marked: { count: number } }[]>`
        select mark_spam(search => 'is:unread', until => now(), except_ids => ${[kept?.id]}) as marked`;
      expect(row?.marked.count).toBe(1);
      expect([await inbox(tx), await spam(tx)]).toEqual([["a", "c"], ["b"]]);
    });
  });

  it("a suspected message is kept as spam with its reason, gets the same answer as any other, and is restored by its id", async () => {
    await suite.trial(async (tx) => {
      await tx`insert into private.notice_sender (transport, recipient) values ('mail', 'a@b.example')
        on conflict do nothing`;
      const id = "00000000-0000-4000-8000-000000000003";
      expect(await send(tx, { id, subject: "By autofill", spam_reason: "trap" })).toBe(1);
      expect(await send(tx, { subject: "At once", spam_reason: "speed" })).toBe(1);
      expect(await send(tx, { id, subject: "By autofill", spam_reason: "trap" })).toBe(
        sqlstate.unique,
      );
      expect(await inbox(tx)).toEqual([]);
      expect(await reasons(tx)).toEqual({ "By autofill": "trap", "At once": "speed" });
      expect(await tx`select from private.notices`).toHaveLength(0);
      await become(tx, "owner");
      expect(await tx`select restore_messages(${[id]}) as n`).toEqual([{ n: 1 }]);
      expect(await tx`select subject, spam_reason from messages`).toEqual([
        { subject: "By autofill", spam_reason: null },
      ]);
      expect(await reasons(tx)).toEqual({ "At once": "speed" });
      // A message that is deleted afterwards is no longer spam.
      await tx`select delete_messages(${[id]})`;
      expect(await spam(tx)).toEqual(["At once"]);
    });
  });

  it("spam is restored to the inbox from the trash, and deleted after 30 days", async () => {
    await suite.trial(async (tx) => {
      await send(tx, { subject: "Deleted before" });
      await send(tx, { subject: "First" });
      const [old] = await tx<{ id: string }[]>`
        delete from messages where subject = 'Deleted before' returning id`;
      await become(tx, "owner");
      await mark(tx, "First");
      expect(await tx`select restore_messages(${[old?.id ?? ""]}) as n`).toEqual([{ n: 1 }]);
      expect(await inbox(tx)).toEqual(["Deleted before"]);
      await becomeSuperuser(tx);
      await tx`update trashed_messages set trashed_at = now() - interval '30 days' where true`;
      await become(tx, "owner");
      expect(await spam(tx)).toEqual([]);
      expect(await tx`select unmark_spam(${[message.email]}) as n`).toEqual([{ n: 0 }]);
      await becomeSuperuser(tx);
      await tx`select private.sweep_trashed_messages()`;
      expect(await spam(tx)).toEqual([]);
    });
  });

  it("spam is seen and chosen by the owner alone", async () => {
    await suite.trial(async (tx) => {
      await send(tx, { subject: "First" });
      await mark(await asOwner(tx), "First");
      await becomeSuperuser(tx);
      for (const persona of ["workspace user", "owner, signed out"] as const) {
        await become(tx, persona);
        expect(await tx`select from spam_senders`, persona).toHaveLength(0);
        expect(await codeOf(tx, (inner) => inner`select mark_spam()`)).toBe(sqlstate.denied);
        expect(await codeOf(tx, (inner) => inner`select unmark_spam()`)).toBe(sqlstate.denied);
        await becomeSuperuser(tx);
      }
      await become(tx, "owner");
      expect(await codeOf(tx, (inner) => inner`delete from spam_senders where true`)).toBe(
        sqlstate.denied,
      );
    });
  });
});

async function asOwner(tx: Tx): Promise<Tx> {
  await become(tx, "owner");
  return tx;
}

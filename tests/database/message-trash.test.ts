import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, type Tx } from "../support/databases/personas.ts";

const message = { name: "Ada", email: "ada@example.org", subject: "Hello", message: "Hi there" };

async function receive(tx: Tx, subject: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into messages ${tx({ ...message, subject, is_read: true, replied_at: "2026-01-02", created_at: "2026-01-01" })}
    returning id`;
  return row?.id ?? "";
}

const inbox = async (tx: Tx) =>
  (await tx<{ subject: string }[]>`select subject from messages order by 1`).map((r) => r.subject);
const trash = async (tx: Tx) =>
  (await tx<{ subject: string }[]>`select subject from trashed_messages order by 1`).map(
    (row) => row.subject,
  );
const restore = async (tx: Tx, ids: string[], trashed: string | null = null) =>
  (await tx<{ n: number }[]>`select restore_messages(${ids}, ${trashed}) as n`)[0]?.n;

describeDatabase("The trash for messages", (suite) => {
  it("messages that the owner deletes go to the trash, and restored ones have their time and marks and are found by the search", async () => {
    await suite.trial(async (tx) => {
      const id = await receive(tx, "A moth");
      await become(tx, "owner");
      const before = await tx`select * from messages`;
      expect(await tx`delete from messages where id = ${id} returning subject`).toEqual([
        { subject: "A moth" },
      ]);
      expect([await inbox(tx), await trash(tx)]).toEqual([[], ["A moth"]]);
      expect(await tx`select * from list_messages('moth')`).toHaveLength(0);
      expect(await restore(tx, [id])).toBe(1);
      expect(await tx`select * from messages`).toEqual(before);
      expect(await trash(tx)).toEqual([]);
      expect(await tx`select * from list_messages('moth')`).toHaveLength(1);
      expect(await restore(tx, [id]), "already restored").toBe(0);
    });
  });

  it("the trash for messages restores all messages of one deletion, and no others", async () => {
    await suite.trial(async (tx) => {
      const first = await receive(tx, "Earlier");
      await receive(tx, "A moth");
      await receive(tx, "A test");
      await tx`delete from messages where id = ${first}`;
      await tx`update trashed_messages set trashed_at = now() - interval '1 day' where id = ${first}`;
      await become(tx, "owner");
      const [found] = await tx<{ found: { count: number; trashed_at: string } }[]>`
        select trash_found_messages('', now()) as found`;
      expect(found?.found.count).toBe(2);
      expect(await inbox(tx)).toEqual([]);
      expect(await restore(tx, [], found?.found.trashed_at)).toBe(2);
      expect([await inbox(tx), await trash(tx)]).toEqual([["A moth", "A test"], ["Earlier"]]);
    });
  });

  it("a message restored from the trash sends no notice, unless it is less than an hour old", async () => {
    await suite.trial(async (tx) => {
      await tx`insert into private.notice_sender (transport, recipient) values ('mail', 'a@b.example')
        on conflict do nothing`;
      const old = await receive(tx, "A moth");
      const [fresh] = await tx`insert into messages ${tx(message)} returning id`;
      await tx`delete from messages where true`;
      await tx`delete from private.notices where true`;
      await become(tx, "owner");
      expect(await restore(tx, [old, String(fresh?.id)])).toBe(2);
      await becomeSuperuser(tx);
      expect(await tx`select message_id from private.notices`).toEqual([{ message_id: fresh?.id }]);
    });
  });

  it("a message with an id in the trash is refused like one with an id in the inbox, so that visitors learn nothing", async () => {
    await suite.trial(async (tx) => {
      const id = await receive(tx, "A moth");
      const send = async () => {
        await become(tx, "anonymous");
        const answer = await tx
          .savepoint((inner) => inner`insert into messages ${inner({ ...message, id })}`)
          .catch((error: { code: string; message: string }) => [error.code, error.message]);
        await becomeSuperuser(tx);
        return answer;
      };
      const stored = await send();
      expect(stored).toMatchObject([sqlstate.unique, expect.any(String)]);
      await tx`delete from messages where id = ${id}`;
      expect(await send()).toEqual(stored);
      expect(await inbox(tx)).toEqual([]);
    });
  });

  it("the trash for messages is read and emptied by the owner alone, and written by nobody", async () => {
    await suite.trial(async (tx) => {
      const id = await receive(tx, "A moth");
      await tx`delete from messages where id = ${id}`;
      for (const persona of [
        "workspace user",
        "signed in, no role",
        "owner, signed out",
      ] as const) {
        await become(tx, persona);
        expect(await trash(tx), persona).toEqual([]);
        expect(await codeOf(tx, (inner) => inner`select restore_messages(${[id]})`)).toBe(
          sqlstate.denied,
        );
        await becomeSuperuser(tx);
      }
      await become(tx, "owner");
      expect(await codeOf(tx, (inner) => inner`update trashed_messages set subject = 'x'`)).toBe(
        sqlstate.denied,
      );
      expect(await tx`delete from trashed_messages where id = ${id} returning id`).toHaveLength(1);
    });
  });

  it("the trash for messages hides messages after 30 days, and the next deletion deletes them", async () => {
    await suite.trial(async (tx) => {
      const ids = [await receive(tx, "Old"), await receive(tx, "Recent"), await receive(tx, "New")];
      await tx`delete from messages where subject <> 'New'`;
      await tx`update trashed_messages set trashed_at = now() - case subject
        when 'Old' then interval '30 days' else interval '29 days' end`;
      await become(tx, "owner");
      expect(await trash(tx)).toEqual(["Recent"]);
      await tx`delete from messages where id = ${ids[2] ?? ""}`;
      await becomeSuperuser(tx);
      expect(await trash(tx)).toEqual(["New", "Recent"]);
    });
  });
});

import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import {
  become,
  becomeService,
  becomeSuperuser,
  type Tx,
  userIds,
} from "../support/databases/personas.ts";
import { untilBlocked } from "../support/databases/until-blocked.ts";

const user_id = userIds.workspace;

interface Row {
  id: string;
  title: string;
  revision: number;
}

async function addNote(tx: Tx, values: Record<string, string | boolean> = {}): Promise<Row> {
  const [row] = await tx<Row[]>`insert into workspace_notes ${tx({ user_id, ...values })}
    returning id, title, revision`;
  return row as Row;
}

const restore = (tx: Tx, ...ids: string[]) =>
  tx<(Row & { updated_at: string })[]>`select id, title, revision, updated_at
    from restore_notes(${ids})`;
const trashed = (tx: Tx) => tx<Row[]>`select id, title, revision from trashed_notes order by title`;

describeDatabase("The trash for notes", (suite) => {
  it("the trash for notes stores a deleted note unchanged, while the DELETE returns its row", async () => {
    const remind_at = "2027-01-02T03:04:05+00:00";
    const values = {
      title: "a",
      content: "<p>b</p>",
      color: "#442336",
      is_pinned: true,
      remind_at,
    };
    const result = await suite.as("workspace user", async (tx) => {
      const { id } = await addNote(tx, values);
      const deleted = await tx`delete from workspace_notes where id = ${id} returning title`;
      const rows =
        await tx`select title, content, color, is_pinned, remind_at, is_archived, revision, excerpt,
        is_cut, trashed_at > now() - interval '1 minute' as just_now from trashed_notes`;
      return { deleted: [...deleted], rows: [...rows] };
    });
    const rest = { is_archived: false, revision: 1, excerpt: "<p>b</p>", is_cut: false };
    expect(result).toEqual({
      deleted: [{ title: "a" }],
      rows: [{ ...values, ...rest, just_now: true }],
    });
  });

  it("the trash for notes restores a note to its place, at a new revision", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const { id } = await addNote(tx, { title: "a", remind_at: "2027-01-02T03:04:05Z" });
      await tx`update workspace_notes set title = 'b'`;
      const [before] = await tx`select updated_at, remind_at, change_number from workspace_notes`;
      await tx`delete from workspace_notes where revision = 2`;
      const restored = await restore(tx, id);
      const [after] =
        await tx`select title, revision, updated_at, remind_at, change_number from workspace_notes`;
      return { restored: restored.length, before, after, left: (await trashed(tx)).length };
    });
    expect(result).toMatchObject({ restored: 1, left: 0, after: { title: "b", revision: 3 } });
    expect(result.after?.updated_at).toEqual(result.before?.updated_at);
    expect(result.after?.remind_at).toEqual(result.before?.remind_at);
    expect(Number(result.after?.change_number)).toBeGreaterThan(
      Number(result.before?.change_number),
    );
  });

  it("the trash for notes returns nothing for notes that are not in it", async () => {
    const rows = await suite.as("workspace user", async (tx) => {
      const { id } = await addNote(tx);
      return restore(tx, id, randomUUID());
    });
    expect(rows).toHaveLength(0);
  });

  it("the trash for notes reserves its ids: a repeated insert does not recreate a deleted note", async () => {
    const code = await suite.as("workspace user", async (tx) => {
      const { id } = await addNote(tx);
      await tx`delete from workspace_notes`;
      return codeOf(tx, (inner) => addNote(inner, { id }));
    });
    expect(code).toBe(sqlstate.unique);
  });

  it("the trash for notes restores no notes of another user", async () => {
    const result = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      const { id } = await addNote(tx, { title: "mine" });
      await tx`delete from workspace_notes`;
      await becomeSuperuser(tx);
      await tx`update trashed_notes set user_id = ${userIds.stranger}`;
      await become(tx, "workspace user");
      return { seen: (await trashed(tx)).length, restored: (await restore(tx, id)).length };
    });
    expect(result).toEqual({ seen: 0, restored: 0 });
  });

  it("the trash for notes is purged of notes older than 30 days", async () => {
    const left = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      for (const title of ["old", "new"]) await addNote(tx, { title });
      await tx`delete from workspace_notes`;
      await becomeSuperuser(tx);
      await tx`update trashed_notes set trashed_at = now() - case title
        when 'old' then interval '30 days 1 second' else interval '29 days 23 hours' end`;
      await become(tx, "workspace user");
      const [swept] = await tx`select sweep_trashed_notes() as count`;
      return { swept: swept?.count, titles: (await trashed(tx)).map(({ title }) => title) };
    });
    expect(left).toEqual({ swept: 1, titles: ["new"] });
  });

  it("the trash for notes is deleted with the account, whose notes bypass it", async () => {
    const left = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      for (const title of ["in the trash", "not"]) await addNote(tx, { title });
      await tx`delete from workspace_notes where title = 'in the trash'`;
      await becomeSuperuser(tx);
      await tx`delete from auth.users where id = ${user_id}`;
      return tx`select from trashed_notes union all select from workspace_notes`;
    });
    expect(left).toHaveLength(0);
  });

  it("the trash for notes also receives notes deleted with the secret key", async () => {
    const titles = await suite.trial(async (tx) => {
      await becomeService(tx);
      await addNote(tx, { title: "a" });
      await tx`delete from workspace_notes where user_id = ${user_id}`;
      return trashed(tx);
    });
    expect(titles).toMatchObject([{ title: "a" }]);
  });
});

describeDatabase("The change numbers of notes", (suite) => {
  it("the change numbers of notes are above those of an older database, from which the site was moved", async () => {
    const [{ change_number }] = await suite.as("workspace user", async (tx) => {
      await addNote(tx);
      return tx<[{ change_number: string }]>`select change_number from workspace_notes`;
    });
    const hourAgo = Date.now() - 3_600_000;
    expect(Number(change_number)).toBeGreaterThan(hourAgo);
    expect(Number(change_number)).toBeLessThan(Date.now() + 1e6);
  });

  it("the change numbers of notes increase with every insert and update, whatever value or time is sent", async () => {
    const numbers = await suite.as("workspace user", async (tx) => {
      const read = async () => {
        const [row] = await tx<{ change_number: string }[]>`
          select change_number from workspace_notes where title <> 'other'`;
        return Number(row?.change_number);
      };
      await tx`insert into workspace_notes ${tx({ user_id, title: "a", change_number: 1e15 })}`;
      const first = await read();
      await tx`insert into workspace_notes ${tx({ user_id, title: "other" })}`;
      await tx`update workspace_notes set title = 'b', change_number = 1, updated_at = '2001-01-01'
        where title = 'a'`;
      return [first, await read()];
    });
    expect(numbers[0]).toBeLessThan(1e15);
    expect(numbers[1]).toBe((numbers[0] as number) + 2);
  });

  it.each(["added", "deleted"])(
    "the change numbers of notes are committed in order when notes are %s after another",
    async (how) => {
      const { sql } = suite;
      const insert = (on: { unsafe: typeof sql.unsafe }, title: string) =>
        on.unsafe("insert into workspace_notes (user_id, title) values ($1, $2)", [user_id, title]);
      await insert(sql, "before");
      const slow = await sql.reserve();
      try {
        await slow.unsafe("begin");
        await insert(slow, "first");
        const second =
          how === "added"
            ? insert(sql, "second").execute()
            : sql`delete from workspace_notes where title = 'before'`.execute();
        await untilBlocked(sql);
        await slow.unsafe("commit");
        await second;
        const rows = await sql`
        select title, change_number from workspace_notes where title <> 'before'
        union all select 'second', change_number from private.deleted_rows order by change_number`;
        expect(rows.map(({ title }) => title)).toEqual(["first", "second"]);
      } finally {
        slow.release();
        await sql`delete from workspace_notes where user_id = ${user_id}`;
        await sql`delete from trashed_notes where user_id = ${user_id}`;
        await sql`delete from private.deleted_rows where user_id = ${user_id}`;
      }
    },
  );
});

describeDatabase("The changes of notes", (suite) => {
  interface Change {
    id: string;
    change_number: number;
    title?: string;
    is_deleted?: true;
  }

  async function changes(tx: Tx, since = 0, limit = 1000) {
    const [row] = await tx<{ answer: { changes: Change[]; count: number } }[]>`
      select note_changes(${since}, ${limit}) as answer`;
    if (!row) throw new Error("No answer came back.");
    return row.answer;
  }

  const shown = ({ title, is_deleted }: Change) => title ?? (is_deleted && "deleted");

  it("the changes of notes include deletions in the order in which they happened, even after the trash is emptied", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = new Map<string, string>();
      for (const title of ["a", "b", "c"]) ids.set(title, (await addNote(tx, { title })).id);
      const before = await changes(tx);
      await tx`delete from workspace_notes where title in ('a', 'b')`;
      await tx`update workspace_notes set title = 'changed' where title = 'c'`;
      await restore(tx, ids.get("a") ?? "");
      await tx`delete from trashed_notes`;
      const since = Math.max(...before.changes.map(({ change_number }) => change_number));
      const after = await changes(tx, since);
      const parts: Change[] = [];
      for (let from = since, part = [{}]; part.length > 0; ) {
        part = (await changes(tx, from, 1)).changes;
        parts.push(...(part as Change[]));
        from = parts.at(-1)?.change_number ?? 0;
      }
      return { ids, before, after, parts };
    });
    expect(result.before).toMatchObject({
      count: 3,
      changes: [{ title: "a" }, { title: "b" }, { title: "c" }],
    });
    expect(result.after.count).toBe(2);
    expect(result.after.changes.map(shown)).toEqual(["deleted", "deleted", "changed", "a"]);
    expect(result.after.changes.map(({ id }) => id).sort()).toEqual(
      [...result.ids.values(), result.ids.get("a") ?? ""].sort(),
    );
    expect(result.parts).toEqual(result.after.changes);
  });

  it("the changes of notes have the same columns as the list", async () => {
    const { changed, listed } = await suite.as("workspace user", async (tx) => {
      const content = `<p>${"x".repeat(2000)}</p>`;
      await tx`insert into workspace_notes ${tx({ user_id, content, labels: ["one"], remind_at: "2027-01-02T03:04:05Z" })}`;
      const [listed] = await tx`select to_jsonb(note) as row from (
        select id, title, excerpt, is_cut, color, is_pinned, is_archived, labels, remind_at, updated_at,
          revision, change_number
        from workspace_notes) as note`;
      return { changed: await changes(tx), listed: listed?.row };
    });
    expect(changed.changes).toEqual([listed]);
  });

  it("the changes of notes include only the caller's own notes", async () => {
    const seen = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      for (const title of ["kept", "deleted"]) await addNote(tx, { title });
      await tx`delete from workspace_notes where title = 'deleted'`;
      const own = (await changes(tx)).changes.length;
      const others: object[] = [];
      for (const persona of ["owner", "workspace user, signed out"] as const) {
        await become(tx, persona);
        others.push(await changes(tx));
      }
      await becomeSuperuser(tx);
      for (const table of ["workspace_notes", "private.deleted_rows"])
        await tx.unsafe(`update ${table} set user_id = $1`, [userIds.stranger]);
      await become(tx, "workspace user");
      return { own, others: [...others, await changes(tx)] };
    });
    expect(seen.own).toBe(2);
    expect(seen.others).toMatchObject(Array(3).fill({ changes: [], count: 0 }));
  });

  it("the changes of notes omit deletions after 90 days, and all deletions of a deleted account", async () => {
    const left = await suite.trial(async (tx) => {
      const ids = () => tx`select from private.deleted_rows`;
      await become(tx, "workspace user");
      for (const title of ["old", "recent", "now"]) await addNote(tx, { title });
      await tx`delete from workspace_notes where title <> 'now'`;
      await becomeSuperuser(tx);
      await tx`update private.deleted_rows set deleted_at = now() - case
        when id in (select id from trashed_notes where title = 'old')
        then interval '90 days 1 second' else interval '89 days 23 hours' end`;
      await become(tx, "workspace user");
      await tx`delete from workspace_notes`;
      await becomeSuperuser(tx);
      const kept = (await ids()).length;
      await become(tx, "workspace user");
      await addNote(tx);
      await becomeSuperuser(tx);
      await tx`delete from auth.users where id = ${user_id}`;
      return [kept, (await ids()).length];
    });
    expect(left).toEqual([2, 0]);
  });

  it("an account can be deleted while its user writes notes", async () => {
    const { sql } = suite;
    const id = randomUUID();
    await sql`insert into auth.users (id, email) values (${id}, 'leaving@example.org')`;
    await sql`insert into workspace_notes (user_id) values (${id})`;
    const writer = await sql.reserve();
    try {
      await writer.unsafe("begin");
      await writer.unsafe("update workspace_notes set title = 'x' where user_id = $1", [
        userIds.owner,
      ]);
      // Does not wait for the writer's lock, because the writer may hold it while waiting for the
      // account.
      await sql.begin(async (tx) => {
        await tx`set local lock_timeout = '5s'`;
        await tx`delete from auth.users where id = ${id}`;
      });
      await writer.unsafe("rollback");
    } finally {
      writer.release();
    }
  });
});

import { afterEach, beforeEach, expect, it } from "vitest";
import { connect, type Sql } from "../../server/database/connect.ts";
import { describeDatabase } from "../support/databases/database-suite.ts";
import { become, type Tx, userIds } from "../support/databases/personas.ts";
import { contentSubjects } from "../support/databases/role-matrix.ts";

const ID = "30000000-0000-4000-8000-000000000001";
const { owner, workspace, stranger } = userIds;
const message = `insert into messages (id, name, email, subject, message) values ('${ID}', 'a', 'a@b', 's', 'm')`;
const note = `insert into workspace_notes (id, user_id, content) values ('${ID}', '${workspace}', 'secret')`;
const task = `insert into workspace_tasks (id, user_id, title) values ('${ID}', '${workspace}', 'secret')`;

/** For each table that announces changes: a row, an update of it, and the user who is notified. */
const tables = {
  workspace_notes: { row: note, change: "title = 'x'", to: workspace },
  trashed_notes: {
    row: `insert into trashed_notes
        (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision)
      values ('${ID}', '${workspace}', 'secret', '', '#1F2937', false, false, now(), 1)`,
    change: "title = 'x'",
    to: workspace,
  },
  workspace_tasks: { row: task, change: "title = 'x'", to: workspace },
  archived_tasks: {
    row: `insert into archived_tasks (id, user_id, title, priority, "order", revision)
      values ('${ID}', '${workspace}', 'secret', 'low', 1, 1)`,
    change: "title = 'x'",
    to: workspace,
  },
  workspace_files: {
    row: `insert into workspace_files (user_id, name, is_folder) values ('${workspace}', 'secret', true)`,
    change: "name = 'x'",
    to: workspace,
  },
  notion_notes: {
    row: "insert into private.notion_notes (source, notes) values ('x', '[]')",
    change: "notes = '[1]'",
    to: workspace,
  },
  messages: { row: message, change: "is_read = true", to: owner },
  spam_senders: {
    row: "insert into spam_senders (email) values ('a@b.example')",
    change: "email = 'c@d.example'",
    to: owner,
  },
  workspace_users: {
    row: `insert into workspace_users (user_id, email, username) values ('${workspace}', 'w@x.example', 'w')`,
    change: "username = 'x'",
    to: owner,
  },
  workspace_activity_logs: {
    row: `insert into workspace_activity_logs (user_id, event_type) values ('${workspace}', 'login')`,
    change: "event_type = 'logout'",
    to: owner,
  },
  notices: {
    row: "insert into private.notices (cause, cause_key) values ('digest', 'x')",
    change: "cause_key = 'y'",
    to: owner,
  },
};

describeDatabase("Announcements", (suite) => {
  let listener: Sql;
  let received: string[];

  beforeEach(async () => {
    received = [];
    listener = connect(suite.url, { max: 1 });
    await listener.listen("live", (payload) => received.push(payload));
    await listener.listen("fence", () => received.push("fence"));
  });
  afterEach(() => listener.end());

  /** Reads the announcements so far. Notifications keep their order. */
  const announced = async () => {
    await suite.sql`select pg_notify('fence', '')`;
    await expect.poll(() => received.includes("fence")).toBe(true);
    return received
      .splice(0)
      .filter((payload) => payload !== "fence")
      .map((payload) => JSON.parse(payload));
  };
  const announcedBy = async (work: (tx: Tx) => Promise<unknown>) => {
    await suite.sql.begin(work);
    return announced();
  };
  const run = (statement: string) => announcedBy((tx) => tx.unsafe(statement));
  const once = (table: string, user: string) => [
    { topic: `live:${user}`, message: { table, revision: expect.stringMatching(/^\d+$/) } },
  ];

  it.each(Object.entries(tables))(
    "announcements of %s are sent for each kind of change, to its reader only",
    async (table, { row, change, to }) => {
      const from = (await suite.sql`select to_regclass(${`public.${table}`}) as found`)[0]?.found
        ? `public.${table}`
        : `private.${table}`;
      expect(await run(row)).toEqual(once(table, to));
      expect(await run(`update ${from} set ${change}`)).toEqual(once(table, to));
      // Deleted notes and messages are moved to their trash.
      expect((await run(`delete from ${from}`))[0]).toEqual(once(table, to)[0]);
      await suite.sql`delete from trashed_notes`;
      await suite.sql`delete from trashed_messages`;
      await announced();
    },
  );

  it.each(contentSubjects)(
    "changes of the table $name are announced to the owner",
    async ({ name, table, row }) => {
      expect(await run(`insert into ${table} ${row("")}`)).toEqual(once(name, owner));
      await suite.sql.unsafe(`delete from ${table}`);
      await announced();
    },
  );

  it("announcements of a link, and of files sent through it, are sent to the workspace user", async () => {
    await suite.sql`insert into workspace_files (id, user_id, name, is_folder)
      values (${ID}, ${workspace}, 'shared', true)`;
    await announced();
    const values = `('${workspace}', '${ID}', repeat('a', 64), now())`;
    const link = `insert into private.share_links (user_id, file_id, token_hash, expires_at) values ${values}`;
    expect(await run(link)).toEqual(once("share_links", workspace));
    const use = "update private.share_links set last_used_at = now()";
    expect(await run(use)).toEqual(once("share_links", workspace));
    const sent = `insert into private.received_files (path, link_id, name, size)
      select 'x', id, 'x', 1 from private.share_links`;
    expect(await run(sent)).toEqual(once("received_files", workspace));
    const seen = "update private.received_files set seen_at = now()";
    expect(await run(seen)).toEqual(once("received_files", workspace));
    const removed = await run("delete from private.received_files");
    expect(removed).toEqual(once("received_files", workspace));
    expect(await run("delete from private.share_links")).toEqual(once("share_links", workspace));
    await suite.sql`delete from workspace_files`;
    await announced();
  });

  it("announcements are not sent for a statement that changes no row", async () => {
    for (const table of ["workspace_notes", "workspace_tasks", "messages", "workspace_files"]) {
      await suite.sql.unsafe(`update ${table} set id = id where false`);
      await suite.sql.unsafe(`delete from ${table} where false`);
    }
    await suite.sql.unsafe(`insert into workspace_tasks (user_id, title)
      select '${workspace}', 'x' where false`);
    expect(await announced()).toEqual([]);
  });

  it("announcements are not sent for the thumbnail of a file", async () => {
    const [file] = await suite.sql`insert into workspace_files ${suite.sql({
      user_id: workspace,
      name: "x.png",
      storage_object_path: `${workspace}/root/1-x`,
    })} returning id, storage_object_path as content`;
    await announced();
    const thumbnail = `${workspace}/root/1-thumbnail`;
    const save = async (tx: Tx) => {
      await become(tx, "workspace user");
      await tx`select save_thumbnails(${tx.json([{ ...file, thumbnail }])})`;
    };
    const sent = await announcedBy(save);
    const withRename = await announcedBy(async (tx) => {
      await save(tx);
      await tx`update workspace_files set name = 'y.png'`;
    });
    const [saved] = await suite.sql`select thumbnail_path from workspace_files`;
    await suite.sql`delete from workspace_files`;
    await announced();
    expect({ sent, saved }).toEqual({ sent: [], saved: { thumbnail_path: thumbnail } });
    expect(withRename).toEqual(once("workspace_files", workspace));
  });

  it("announcements are not sent when the transaction is rolled back", async () => {
    await suite.as("workspace user", (tx) => tx.unsafe(task));
    await suite.sql.begin(async (tx) => {
      await tx
        .savepoint(async (inner) => {
          await inner.unsafe(task);
          throw new Error("undone");
        })
        .catch(() => {});
    });
    expect(await announced()).toEqual([]);
  });

  it("announcements are sent once for many statements of one transaction", async () => {
    const work = async (tx: Tx) => {
      await become(tx, "workspace user");
      await tx.unsafe(task);
      for (const title of ["a", "b"]) await tx`update workspace_tasks set title = ${title}`;
      await tx`delete from workspace_tasks`;
    };
    expect(await announcedBy(work)).toEqual(once("workspace_tasks", workspace));
  });

  it("announcements of a visitor's message are sent to the owner", async () => {
    const work = async (tx: Tx) => {
      await become(tx, "anonymous");
      await tx.unsafe(message);
    };
    expect((await announcedBy(work))[0]).toEqual(once("messages", owner)[0]);
    await suite.sql`delete from messages`;
    await suite.sql`delete from trashed_messages`;
    expect(await announced()).toContainEqual(once("trashed_messages", owner)[0]);
  });

  it("announcements of sessions are sent to the user whose session begins or ends", async () => {
    for (const [user, expected] of [
      [workspace, once("sessions", workspace)],
      [owner, once("sessions", owner)],
      [stranger, []],
    ] as const) {
      const [session] = await suite.sql`insert into auth.sessions (id, user_id)
        values (gen_random_uuid(), ${user}) returning id`;
      const sessions = async () =>
        (await announced()).filter(({ message: { table } }) => table === "sessions");
      expect(await sessions()).toEqual(expected);
      await suite.sql`update auth.sessions set updated_at = now() where id = ${session?.id}`;
      expect(await sessions()).toEqual([]);
      await suite.sql`delete from auth.sessions where id = ${session?.id}`;
      expect(await sessions()).toEqual(expected);
    }
  });

  it("announcements are sent to nobody while nobody has the role", async () => {
    await suite.sql`delete from private.members where role = 'workspace'`;
    expect(await run(task)).toEqual([]);
    await suite.sql`insert into private.members (user_id, role) values (${workspace}, 'workspace')`;
    await suite.sql`delete from workspace_tasks`;
  });

  it("announcements cannot be sent or allowed by callers of the Data API", async () => {
    for (const call of [
      `private.announce('${owner}', 'messages')`,
      "private.allow_live_channel()",
      "private.live_state()",
    ]) {
      await expect(suite.as("workspace user", (tx) => tx.unsafe(`select ${call}`))).rejects.toThrow(
        "permission denied",
      );
    }
  });
});

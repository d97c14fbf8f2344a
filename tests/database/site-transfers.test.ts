import { expect, it, vi } from "vitest";
import { listArchivedTables } from "../../server/archive/tables.ts";
import { codeOf, describeDatabase } from "../support/databases/database-suite.ts";
import { type Tx, userIds } from "../support/databases/personas.ts";

/** The following statements run with the rights of the secret key. */
const asServiceRole = (tx: Tx) => tx`set local role service_role`;

async function begin(tx: Tx): Promise<string> {
  const [row] = await tx<{ id: string }[]>`select public.begin_transfer() as id`;
  return row?.id ?? "";
}

/** Simulates the time after which others may take over. */
const expire = (tx: Tx) =>
  tx`update private.transfer_lease set renewed_at = now() - interval '6 minutes' where true`;

const stageMessage = (tx: Tx, transfer: string, entry: (string | null)[]) =>
  tx`select public.stage_rows(${transfer}, 'public.messages',
    '{id,name,email,subject,message,is_read,created_at}', 1, ${tx.json([entry])})`;

const message = [
  "00000000-0000-4000-8000-000000000001",
  ...["Ada", "ada@example.test", "Hello", "A text", "true", "2026-01-02 03:04:05.678901+00"],
];

const replaceMessages = (tx: Tx, transfer: string, rows: number) =>
  tx`select public.replace_site(${transfer}, ${tx.json([
    {
      name: "public.messages",
      columns: ["id", "name", "email", "subject", "message", "is_read", "created_at"],
      rows,
    },
  ])})`;

describeDatabase("Transfers of a hosted project", (suite) => {
  it("transfers of a hosted project have the same tables as an archive of this host", async () => {
    const rows = await suite.sql`select name from private.archived_tables() order by place`;
    const tables = await listArchivedTables(suite.sql);
    expect(tables.map(({ name }) => ({ name }))).toEqual([...rows]);
    // Only this host's archives are compared as of another moment.
    for (const { condition } of tables) expect(condition).not.toContain("kept_since");
  });

  it("transfers of a hosted project include a new tool's table without naming it", async () => {
    await suite.trial(async (tx) => {
      await tx.unsafe(`create table public.bookmarks (id uuid primary key, user_id uuid not null);
          select private.add_workspace_table('bookmarks', 'bookmarks')`);
      const listed = (await listArchivedTables(tx)).find(({ name }) => name === "public.bookmarks");
      expect(listed).toMatchObject({ order: ["id"], outsideWorkspace: "false", expires: false });
    });
  });

  it("transfers of a hosted project read all tables as of one moment, although the tables are read one after another", async () => {
    const [transfer] = await suite.sql<{ id: string }[]>`select public.begin_transfer() as id`;
    let reading: Promise<{ rows: number }[]> | undefined;
    await suite.sql.begin(async (tx) => {
      // The snapshot reads this table last, and therefore waits for the lock.
      await tx`lock table public.workspace_files in access exclusive mode`;
      reading = suite.sql<{ rows: number }[]>`
        select (listed ->> 'rows')::int as rows
        from jsonb_array_elements(public.snapshot_site(${transfer?.id ?? ""}) -> 'tables') as listed
        where listed ->> 'name' in ('public.messages', 'public.workspace_files')`.execute();
      await vi.waitUntil(
        async () => {
          const [row] = await suite.sql`
            select from pg_locks where relation = 'public.workspace_files'::regclass and not granted`;
          return row;
        },
        { timeout: 120_000 },
      );
      await tx`insert into public.messages (name, email, subject, message)
        values ('Ada', 'ada@example.test', 'x', 'x')`;
      await tx`insert into public.workspace_files (user_id, name, is_folder)
        values (${userIds.workspace}, 'Folder', true)`;
    });
    expect(await reading).toEqual([{ rows: 0 }, { rows: 0 }]);
    await suite.sql`select public.end_transfer(${transfer?.id ?? ""})`;
    expect(await suite.sql`select from private.transfer_parts`).toHaveLength(0);
  });

  it("transfers of a hosted project exclude each other until one ends, or has not renewed its lease for five minutes", () =>
    suite.trial(async (tx) => {
      await asServiceRole(tx);
      const first = await begin(tx);
      expect(await codeOf(tx, (inner) => begin(inner))).toBe("PT409");
      await stageMessage(tx, first, message);
      await expire(tx);
      const second = await begin(tx);
      expect(await tx`select from private.transfer_parts`).toHaveLength(0);
      expect(await codeOf(tx, (inner) => stageMessage(inner, first, message))).toBe("PT409");
      expect(await codeOf(tx, (inner) => replaceMessages(inner, first, 0))).toBe("PT409");
      // The end of the first transfer does not affect the second.
      await stageMessage(tx, second, message);
      await tx`select public.end_transfer(${first})`;
      expect(await tx`select from private.transfer_parts`).toHaveLength(1);
      await tx`select public.end_transfer(${second})`;
      expect(await tx`select from private.transfer_parts`).toHaveLength(0);
      await begin(tx);
    }));

  it("transfers of a hosted project replace the site's rows by the staged ones unchanged", () =>
    suite.trial(async (tx) => {
      await tx`insert into public.messages (name, email, subject, message)
        values ('Eve', 'eve@example.test', 'Earlier', 'x')`;
      await asServiceRole(tx);
      const transfer = await begin(tx);
      await stageMessage(tx, transfer, message);
      await replaceMessages(tx, transfer, 1);
      await tx`reset role`;
      const rows = await tx`select subject, is_read, created_at from public.messages`;
      const created_at = "2026-01-02T03:04:05.678901+00:00";
      expect(rows).toEqual([{ subject: "Hello", is_read: true, created_at }]);
      expect(await tx`select from private.message_search`).toHaveLength(1);
      expect(await tx`select from private.transfer_lease`).toHaveLength(0);
      const off = await tx`select tgname from pg_trigger where tgenabled = 'D'`;
      expect(off).toEqual([]);
    }));

  it("transfers refuse a value that does not fit its column before anything is replaced", () =>
    suite.trial(async (tx) => {
      await asServiceRole(tx);
      const transfer = await begin(tx);
      const wrong = ["not an id", ...message.slice(1)];
      expect(await codeOf(tx, (inner) => stageMessage(inner, transfer, wrong))).toBe("22P02");
    }));

  it("transfers of a hosted project replace nothing when staged rows were lost, or belong to accounts", () =>
    suite.trial(async (tx) => {
      await asServiceRole(tx);
      const transfer = await begin(tx);
      expect(await codeOf(tx, (inner) => replaceMessages(inner, transfer, 1))).toBe("PT409");
      await replaceSiteWith(tx, transfer, "auth.users");
      await tx`reset role`;
      expect(await tx`select from auth.users`).toHaveLength(3);
    }));

  it("transfers of a hosted project restore the owner, times and metadata of stored files", () =>
    suite.trial(async (tx) => {
      await storeAsStorageDoes(tx);
      expect(await restoreDetails(tx)).toEqual({
        owner_id: userIds.workspace,
        owner: userIds.workspace,
        user_metadata: { from: "there" },
        created_at: "2026-01-02T03:04:05.678901+00:00",
        updated_at: "2026-02-03T04:05:06.7+00:00",
      });
      expect(await tx`show session_replication_role`).toEqual([
        { session_replication_role: "origin" },
      ]);
    }));

  it("transfers leave stored files as Storage created them where the right to change them was lost", () =>
    suite.trial(async (tx) => {
      await storeAsStorageDoes(tx);
      await tx`create role without_rights`;
      await tx`grant usage, create on schema private to without_rights`;
      await tx`alter function private.restore_object_details(text[]) owner to without_rights`;
      expect(await restoreDetails(tx)).toMatchObject({ owner_id: null, user_metadata: null });
      expect(await tx`select from public.messages`).toEqual([]);
    }));

  it("transfers of a hosted project leave no staged rows after an interruption and the next day's first visit", () =>
    suite.trial(async (tx) => {
      const transfer = await begin(tx);
      await stageMessage(tx, transfer, message);
      await tx`insert into private.daily_salts (day) values ('2026-01-01')`;
      expect(await tx`select from private.transfer_parts`).toHaveLength(1);
      await expire(tx);
      await tx`insert into private.daily_salts (day) values ('2026-01-02')`;
      expect(await tx`select from private.transfer_parts`).toHaveLength(0);
    }));
});

const path = `${userIds.workspace}/root/1-x`;

/** An object made with the secret key, and the trigger that hosted Storage has. */
async function storeAsStorageDoes(tx: Tx) {
  await tx`insert into storage.objects (bucket_id, name) values ('workspace-files', ${path})`;
  await tx`create function storage.touch() returns trigger language plpgsql
    as 'begin new.updated_at = now(); return new; end'`;
  await tx`create trigger touch before update on storage.objects
    for each row execute function storage.touch()`;
}

async function restoreDetails(tx: Tx) {
  await asServiceRole(tx);
  const transfer = await begin(tx);
  const name = "storage.objects";
  const columns = ["bucket_id", "name", "owner_id", "user_metadata", "created_at", "updated_at"];
  const times = ["2026-01-02 03:04:05.678901+00", "2026-02-03 04:05:06.7+00"];
  const entry = ["workspace-files", path, userIds.workspace, '{"from": "there"}', ...times];
  await tx`select public.stage_rows(${transfer}, ${name}, ${columns}, 1, ${tx.json([entry])})`;
  await tx`select public.replace_site(${transfer}, ${tx.json([{ name, columns, rows: 1 }])})`;
  await tx`reset role`;
  const [object] = await tx`
    select owner_id, owner, user_metadata, created_at, updated_at from storage.objects`;
  return object;
}

const replaceSiteWith = (tx: Tx, transfer: string, name: string) =>
  tx`select public.replace_site(${transfer}, ${tx.json([{ name, columns: ["id"], rows: 0 }])})`;

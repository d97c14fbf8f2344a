import type { Sql } from "../../server/database/connect.ts";
import type { Place, Version } from "./history.ts";
import type { RowVersion } from "./versions.ts";

/**
 * Installs the triggers that record every committed version of the workspace's rows. They exist
 * only in the checker's database.
 *
 * The order is known: a deferred trigger numbers each transaction at its commit, under a lock that
 * is held until the transaction is visible to others. So a higher number was committed later, and a
 * reader that sees it also sees all lower ones. Transactions that were rolled back, or had not
 * reached the log when PostgreSQL was killed, leave no rows here either.
 */
export async function installRecorder(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema history;
    create sequence history.row_order;
    create sequence history.commit_order;
    create table history.commits (
      xid xid8 primary key,
      number bigint not null unique,
      at timestamptz not null
    );
    create table history.versions (
      number bigint primary key default nextval('history.row_order'),
      xid xid8 not null default pg_current_xact_id(),
      place text not null,
      -- The values of the key, and the user.
      id text not null,
      user_id text not null,
      -- Null once the row has left this table.
      stored jsonb
    );

    create function history.record() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    declare
      row jsonb;
      row_id text;
    begin
      row := to_jsonb(coalesce(new, old)) - 'search_text' - 'excerpt';
      row_id := (select string_agg(row ->> key, ' ' order by nr)
        from string_to_table(tg_argv[1], ' ') with ordinality as keys (key, nr));
      -- A trigger of another row of the statement may have deleted this one since.
      if tg_op = 'UPDATE' and (
        select stored is null from history.versions
        where xid = pg_current_xact_id() and place = tg_argv[0] and id = row_id
        order by number desc limit 1
      ) then
        return null;
      end if;
      insert into history.versions (place, id, user_id, stored)
      values (tg_argv[0], row_id,
        coalesce(row ->> 'user_id', split_part(row ->> 'name', '/', 1)),
        case when tg_op <> 'DELETE' then row end);
      return null;
    end
    $$;

    create function history.number_commit() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
      if not exists (select from history.commits where xid = pg_current_xact_id()) then
        perform pg_advisory_xact_lock(hashtextextended('history', 0));
        insert into history.commits
        values (pg_current_xact_id(), nextval('history.commit_order'), clock_timestamp());
      end if;
      return null;
    end
    $$;

    create constraint trigger number_commit after insert on history.versions
      deferrable initially deferred for each row execute function history.number_commit();`);
  for (const [place, table, key = "id"] of [...Object.entries(TABLES), ...MORE_TABLES]) {
    await sql.unsafe(`create trigger zz_record after insert or update or delete on ${table}
      for each row execute function history.record('${place}', '${key}')`);
  }
}

/** Tables of a history's `versions`. */
const TABLES: Record<Place, string> = {
  notes: "workspace_notes",
  trash: "trashed_notes",
  board: "workspace_tasks",
  archive: "archived_tasks",
};

/** Tables that `readRows` reads: a name, the table, and its key if that is not `id`. */
const MORE_TABLES: readonly [place: string, table: string, key?: string][] = [
  ["files", "workspace_files"],
  ["file versions", "file_versions"],
  ["objects", "storage.objects"],
  ["links", "private.share_links"],
  ["picture uses", "note_files", "note_id file_id"],
];

/**
 * The committed versions of one user's notes and tasks, in commit order. Of several versions in one
 * transaction, only the last was ever visible to others.
 */
export async function readVersions(sql: Sql, userId: string): Promise<Version[]> {
  return (await readPlaces(sql, userId, Object.keys(TABLES))) as Version[];
}

/** Reads the rows of further tables. `Row` is a row as JSON, with its place. */
export async function readRows<Row extends RowVersion<unknown>>(
  sql: Sql,
  userId: string,
  ...places: string[]
): Promise<Row[]> {
  return (await readPlaces(sql, userId, places)) as unknown as Row[];
}

async function readPlaces(sql: Sql, userId: string, places: string[]) {
  const rows = await sql<
    { commit: string; at: string; place: string; id: string; stored: unknown }[]
  >`
    select commit, at, place, id, stored from (
      select distinct on (commits.number, place, id) commits.number as commit,
        versions.number as row_number, extract(epoch from commits.at) * 1000 as at,
        place, id, stored
      from history.versions join history.commits using (xid)
      where user_id = ${userId} and place = any(${places})
      order by commits.number, place, id, versions.number desc
    ) as last
    order by commit, row_number`;
  return rows.map((row) => ({ ...row, commit: Number(row.commit), at: Number(row.at) }));
}

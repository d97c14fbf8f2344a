import { expect, it } from "vitest";
import { describeDatabase } from "../support/databases/database-suite.ts";
import { writesWithoutWhere } from "../support/databases/writes-without-where.ts";

describeDatabase("The functions", (suite) => {
  /** Names of the functions in a schema that a role may call. */
  async function callableBy(role: string, schema: string): Promise<string[]> {
    const rows = await suite.sql<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = ${schema}::regnamespace and has_function_privilege(${role}, oid, 'execute')`;
    return rows.map(({ name }) => name).sort();
  }

  it("the functions resolve no name in a schema chosen by the caller", async () => {
    const open = await suite.sql<{ name: string }[]>`
      select oid::regprocedure as name from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not coalesce(proconfig @> array['search_path=""'], false)`;
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it("the functions cannot be called by visitors, except those that check what a visitor reads and writes", async () => {
    expect(await callableBy("anon", "public")).toEqual([]);
    expect(await callableBy("anon", "private")).toEqual([
      "app_role",
      "content_digest",
      "content_tables",
      "count_insert",
      "is_admin",
      "is_image_url",
      "is_link_url",
      "is_text_list",
      "is_workspace",
      "may_receive",
      "refuse_estimates",
      "visitor_address",
    ]);
  });

  it("the functions that run with elevated rights act for the caller alone or check the caller's role", async () => {
    // Each of these functions gets its user from the session, returns only a count, or calls
    // require_….
    const rows = await suite.sql<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = 'private'::regnamespace and prosecdef
        and has_function_privilege('authenticated', oid, 'execute')`;
    expect(rows.map(({ name }) => name).sort()).toEqual([
      "app_role",
      "archive_tasks",
      "change_share",
      "change_tasks",
      "clear_due_blobs",
      "count_insert",
      "count_messages",
      "create_calendar_feed",
      "create_recovery_codes",
      "create_share",
      "drive_usage",
      "end_own_sessions",
      "extend_upload",
      "find_files",
      "find_in_workspace",
      "find_messages",
      "find_notion_notes",
      "get_folder",
      "import_notes",
      "is_admin",
      "is_name_taken",
      "is_workspace",
      "last_import",
      "latest_notion_notes",
      "list_due_blobs",
      "list_own_sessions",
      "list_own_sign_ins",
      "list_received",
      "list_shares",
      "mark_spam",
      "matching_messages",
      "purge_deleted_content",
      "recovery_codes_left",
      "release_upload",
      "release_versions",
      "remember_import",
      "rename_label",
      "renew_share",
      "reserve_uploads",
      "restore_deleted_content",
      "restore_messages",
      "restore_notes",
      "restore_tasks",
      "revoke_share",
      "see_received",
      "sweep_note_pictures",
      "undo_import",
      "unmark_spam",
      "use_recovery_code",
      "was_logged_out",
    ]);
  });

  it("the functions update and delete only with a WHERE clause, which safeupdate demands on hosted Supabase", async () => {
    const rows = await suite.sql<{ name: string; body: string }[]>`
      select oid::regprocedure as name, pg_get_functiondef(oid) as body from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind <> 'a'`;
    expect(rows.length).toBeGreaterThan(50);
    const refused = rows.flatMap(({ name, body }) =>
      writesWithoutWhere(body).map((statement) => `${name}: ${statement}`),
    );
    expect(refused).toEqual([]);
  });

  it.each([
    "delete from private.setup_links;",
    "DELETE FROM only private.setup_links RETURNING (select 1 from a where true);",
    "update public.projects as p set name = (select 'x' from a where b);",
    "update public.projects set name = ';', year = 1 -- where it belongs",
    "with gone as (delete from a returning *) select * from gone where true;",
  ])("the check for writes without a condition reports %s", (statement) => {
    expect(writesWithoutWhere(statement)).toHaveLength(1);
  });

  it.each([
    "delete from a using b where a.id = b.id;",
    "insert into a values (1) on conflict (id) do update set b = 1;",
    "create trigger t after update on a for each row; select 1 for update of a;",
    "with gone as (delete from a where true returning *) select * from gone;",
  ])("the check for writes without a condition accepts %s", (statement) => {
    expect(writesWithoutWhere(statement)).toEqual([]);
  });
});

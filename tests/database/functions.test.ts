import { expect, it } from "vitest";
import { describeDatabase } from "../support/database-suite.ts";

describeDatabase("The functions", (suite) => {
  /** Those of these schemas that a role may call, by name. */
  async function callableBy(role: string, schema: string): Promise<string[]> {
    const rows = await suite.sql<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = ${schema}::regnamespace and has_function_privilege(${role}, oid, 'execute')`;
    return rows.map(({ name }) => name).sort();
  }

  it("look nothing up in a schema the caller names", async () => {
    const open = await suite.sql<{ name: string }[]>`
      select oid::regprocedure as name from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not coalesce(proconfig @> array['search_path=""'], false)`;
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it("are none of a visitor's business, but for the checks of what a visitor writes and reads", async () => {
    expect(await callableBy("anon", "public")).toEqual([]);
    expect(await callableBy("anon", "private")).toEqual([
      "app_role",
      "count_messages_since",
      "count_visits_since",
      "is_admin",
      "is_link",
      "is_picture",
      "is_word_list",
      "is_workspace",
    ]);
  });

  it("with every right answer for the caller alone, or ask who it is", async () => {
    // Each of these takes its user from the session, counts without showing, or calls require_….
    const rows = await suite.sql<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = 'private'::regnamespace and prosecdef
        and has_function_privilege('authenticated', oid, 'execute')`;
    expect(rows.map(({ name }) => name).sort()).toEqual([
      "app_role",
      "chosen_messages",
      "clear_removals",
      "count_found_messages",
      "count_messages_since",
      "count_visits_since",
      "drive_usage",
      "due_removals",
      "extend_upload",
      "find_files",
      "find_messages",
      "is_admin",
      "is_taken",
      "is_workspace",
      "look_at_folder",
      "release_upload",
      "reserve_upload",
    ]);
  });
});

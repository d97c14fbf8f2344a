import { expect, it } from "vitest";
import { describeNewestDatabase } from "../support/databases/database-suite.ts";
import { runSupabase } from "../support/hosted/supabase-cli.ts";
import { newerRules } from "../support/linter-rules.ts";

/**
 * Names of the findings of Supabase's linter (splinter, as bundled in the CLI) at this level or
 * above.
 */
async function lint(url: string, level: "info" | "warn"): Promise<string[]> {
  const args = ["db", "advisors", `--remote=${url}`, "--level", level, "--output-format", "json"];
  const { stdout } = await runSupabase(args);
  const { results } = JSON.parse(stdout) as { results: { name: string }[] };
  return [...new Set(results.map((result) => result.name))].sort();
}

/**
 * One mistake per rule of the CLI. The linter must report all of them; otherwise, an empty report
 * would prove nothing. Two rules cannot apply: 0012 checks the settings of hosted Auth, and 0019
 * checks pgmq queues in a schema that our API does not expose.
 */
const mistakes = {
  auth_rls_initplan: `create policy planted_policy on public.visits for update using (auth.uid() is not null)`,
  auth_users_exposed: `create view public.planted_users as select id, email from auth.users;
    grant select on public.planted_users to authenticated`,
  duplicate_index: "create index planted_index on public.projects (created_at desc)",
  extension_in_public: "create extension citext schema public",
  extension_versions_outdated: "create extension hstore schema extensions version '1.4'",
  fkey_to_auth_unique: `alter table auth.users add constraint planted_unique unique (email);
    create table private.planted_reference (id int primary key, email text references auth.users (email))`,
  foreign_table_in_api: `create extension postgres_fdw schema extensions;
    create server planted_server foreign data wrapper postgres_fdw;
    create foreign table public.planted_foreign (id int) server planted_server;
    grant select on public.planted_foreign to anon`,
  function_search_path_mutable: `create function public.planted_function() returns int language sql as 'select 1'`,
  materialized_view_in_api: `create materialized view public.planted_matview as select 1 as one;
    grant select on public.planted_matview to anon`,
  multiple_permissive_policies: `create policy again on public.skills for select to anon using (id is not null)`,
  no_primary_key: "create table private.planted_keyless (id int)",
  policy_exists_rls_disabled: "alter table public.messages disable row level security",
  rls_disabled_in_public: "create table public.planted (id int primary key)",
  rls_enabled_no_policy: `create table public.planted_closed (id int primary key);
    alter table public.planted_closed enable row level security`,
  rls_policy_always_true: `create policy planted_open on public.skill_categories for update to authenticated
    using (true) with check (true)`,
  rls_references_user_metadata: `create policy planted_meta on public.education for update
    using ((select auth.jwt()) -> 'user_metadata' ->> 'role' = 'admin')`,
  security_definer_view: "create view public.planted_view as select * from private.members",
  sensitive_columns_exposed: `create table public.planted_secrets (id int primary key, api_key text);
    grant select on public.planted_secrets to anon`,
  // The rule estimates bloat from the table's statistics.
  table_bloat: `create table private.planted_bloat (id int primary key, text text)
      with (autovacuum_enabled = false);
    insert into private.planted_bloat select n, repeat('x', 900) from generate_series(1, 40000) n;
    delete from private.planted_bloat where id % 200 <> 0;
    analyze private.planted_bloat`,
  unindexed_foreign_keys: `create table private.planted_child (
      id int primary key, parent uuid references public.projects (id))`,
  unsupported_reg_types: "create table private.planted_reg (id int primary key, part regproc)",
  unused_index: "create index planted_unused on public.messages (subject)",
};

/** One mistake per rule that the CLI does not include yet. */
const newerMistakes: Record<keyof typeof newerRules, string> = {
  public_bucket_allows_listing: `create policy planted_listing on storage.objects for select to anon
    using (bucket_id = 'profile-pictures')`,
  anon_security_definer_function_executable: `create function public.planted_for_all() returns int
    language sql security definer set search_path = '' as 'select 1';
    grant execute on function public.planted_for_all() to anon`,
  authenticated_security_definer_function_executable: `create function public.planted_for_members()
    returns int language sql security definer set search_path = '' as 'select 1';
    grant execute on function public.planted_for_members() to authenticated`,
};

describeNewestDatabase("Supabase's linter", (suite) => {
  async function lintNewer(): Promise<string[]> {
    const found: string[] = [];
    for (const [name, query] of Object.entries(newerRules)) {
      if ((await suite.sql.unsafe(query)).length > 0) found.push(name);
    }
    return found;
  }

  it("Supabase's linter finds no errors or warnings, and notes only unused indexes and tables without a policy", async () => {
    expect(await lint(suite.url, "info")).toEqual(["rls_enabled_no_policy", "unused_index"]);
    expect(await lintNewer()).toEqual([]);
  });

  it("Supabase's linter reports a planted mistake of every kind that applies", async () => {
    for (const statement of Object.values(mistakes)) await suite.sql.unsafe(statement);
    expect(await lint(suite.url, "info")).toEqual(Object.keys(mistakes).sort());
    for (const statement of Object.values(newerMistakes)) await suite.sql.unsafe(statement);
    expect(await lintNewer()).toEqual(Object.keys(newerRules));
  });
});

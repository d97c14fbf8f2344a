import { expect, it } from "vitest";
import { describeDatabase } from "../support/database-suite.ts";
import { runSupabase } from "../support/supabase-cli.ts";

/** What Supabase's linter (splinter, as the CLI carries it) finds at this level or above, by name. */
async function lint(url: string, level: "info" | "warn"): Promise<string[]> {
  const args = ["db", "advisors", `--remote=${url}`, "--level", level, "--output-format", "json"];
  const { stdout } = await runSupabase(args);
  const { results } = JSON.parse(stdout) as { results: { name: string }[] };
  return [...new Set(results.map((result) => result.name))].sort();
}

/** One mistake per lint. The linter has to see all of them, or its silence means nothing. */
const mistakes = {
  auth_rls_initplan: `create policy planted_policy on public.visits for update using (auth.uid() is not null)`,
  duplicate_index: "create index planted_index on public.projects (created_at desc)",
  extension_in_public: "create extension citext schema public",
  function_search_path_mutable: `create function public.planted_function() returns int language sql as 'select 1'`,
  multiple_permissive_policies: `create policy again on public.skills for select to anon using (id is not null)`,
  policy_exists_rls_disabled: "alter table public.messages disable row level security",
  rls_disabled_in_public: "create table public.planted (id int primary key)",
  rls_references_user_metadata: `create policy planted_meta on public.education for update
    using ((select auth.jwt()) -> 'user_metadata' ->> 'role' = 'admin')`,
  security_definer_view: "create view public.planted_view as select * from private.members",
};

describeDatabase("Supabase's linter", (suite) => {
  it("finds no error and nothing to warn of, and remarks only on unused indexes and tables without a policy", async () => {
    expect(await lint(suite.url, "info")).toEqual(["rls_enabled_no_policy", "unused_index"]);
  });

  it("sees planted mistakes of every kind", async () => {
    for (const statement of Object.values(mistakes)) await suite.sql.unsafe(statement);
    expect(await lint(suite.url, "warn")).toEqual(expect.arrayContaining(Object.keys(mistakes)));
  });
});

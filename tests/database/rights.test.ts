import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkRights, recordRights } from "../../server/database/rights.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(17);
});
afterAll(() => database.drop());
// What the tests before have lost is then no longer expected.
beforeEach(() => recordRights(database.sql, { changed: true }));

test("a database as its migrations left it is accepted, even with extra tables of its owner", async () => {
  await checkRights(database.sql);
  await database.sql`create table public.of_the_owner (id int)`;
  await checkRights(database.sql);
});

test.each([
  [
    "a policy",
    `do $$ begin execute (select format('drop policy %I on public.messages', polname)
      from pg_policy where polrelid = 'public.messages'::regclass limit 1); end $$`,
    /policy ".+" on public\.messages/,
  ],
  [
    "row level security",
    "alter table public.workspace_notes disable row level security",
    "row level security on public.workspace_notes",
  ],
  [
    "a grant",
    "revoke all on public.projects from anon",
    "anon has select on table public.projects",
  ],
  [
    "a schema's grant",
    "revoke usage on schema private from public, anon, authenticated, service_role",
    "has usage on schema private",
  ],
  [
    "a function's revoke",
    `do $$ begin execute (select format('grant execute on function %s to public', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and not has_function_privilege('anon', p.oid, 'execute')
      limit 1); end $$`,
    /anon has no execute on function/,
  ],
])("%s that was lost is reported by name", async (_, statement, named) => {
  await database.sql.unsafe(statement);
  await expect(checkRights(database.sql)).rejects.toThrow(named);
});

test("a database without a record is accepted", async () => {
  const { sql } = database;
  await sql`drop table supabase_migrations.expected_rights`;
  await checkRights(sql);
});

test("an existing record is updated only after migrations", async () => {
  const { sql } = database;
  await recordRights(sql, { changed: false });
  await sql`revoke all on public.skills from anon`;
  await recordRights(sql, { changed: false });
  await expect(checkRights(sql)).rejects.toThrow("public.skills");
  await recordRights(sql, { changed: true });
  await checkRights(sql);
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkRights, completeRights, recordRights } from "../../server/database/rights.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(17);
});
afterAll(() => database.drop());
// Rights removed by earlier tests are no longer expected.
beforeEach(() => database.sql.begin(recordRights));

test("a database with the rights of its last migration is accepted, even with extra tables of its owner", async () => {
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
])("a lost right or rule is reported by name: %s", async (_, statement, named) => {
  await database.sql.unsafe(statement);
  await expect(checkRights(database.sql)).rejects.toThrow(named);
});

test("a database without a record of its rights is accepted", async () => {
  const { sql } = database;
  await sql`drop table supabase_migrations.expected_rights`;
  await checkRights(sql);
});

test("the record of a database's rights is updated only after migrations", async () => {
  const { sql } = database;
  await completeRights(sql);
  await sql`revoke all on public.skills from anon`;
  await completeRights(sql);
  await expect(checkRights(sql)).rejects.toThrow("public.skills");
  await sql.begin(recordRights);
  await checkRights(sql);
});

test("a record of rights that is older than another program's migrations is replaced, not compared", async () => {
  const { sql } = database;
  await sql`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`;
  await sql`revoke all on public.skills from anon`;
  await checkRights(sql);
  await completeRights(sql);
  await sql`revoke all on public.education from anon`;
  await expect(checkRights(sql)).rejects.toThrow(
    /privileges: anon has \w+ on table public.education\./,
  );
  await sql`delete from supabase_migrations.schema_migrations where version = '29990101000000'`;
});

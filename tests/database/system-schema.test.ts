import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureSystemSchema } from "../../server/database/system-schema.ts";
import { createBareDatabase, type TestDatabase } from "../support/databases/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createBareDatabase(17);
  await ensureSystemSchema(database.sql);
});
afterAll(() => database.drop());

/**
 * Replaces `auth.email()` by another function.
 * @returns its result after a start.
 */
async function emailAfterStart(): Promise<unknown> {
  const { sql } = database;
  await sql`create or replace function auth.email() returns text language sql as $$ select 'changed' $$`;
  await ensureSystemSchema(sql);
  const [row] = await sql`select auth.email() as email`;
  return row?.email;
}

it("Supabase's schemas are created once, and again when a version has different ones", async () => {
  const { sql } = database;
  expect(await emailAfterStart()).toBe("changed");
  await sql`comment on schema auth is 'the mark of an older version'`;
  expect(await emailAfterStart()).toBeNull();
  expect(await emailAfterStart()).toBe("changed");
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../../server/database/migrate.ts";
import { createBareDatabase, type TestDatabase } from "../support/postgres.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createBareDatabase(17);
});
afterEach(() => database.drop());

const first = { version: "20260101000000", name: "first", sql: "create table a (id int);\n" };
const second = { version: "20260102000000", name: "second", sql: "create table b (id int);\n" };

test("a migration edited after it was applied is refused before anything else is applied", async () => {
  await migrate(database.sql, [first]);
  const edited = { ...first, sql: "create table a (id bigint);\n" };
  await expect(migrate(database.sql, [edited, second])).rejects.toThrow(
    "The migration 20260101000000_first was edited after this database applied it.",
  );
  const [row] = await database.sql<{ b: string | null }[]>`select to_regclass('b') as b`;
  expect(row?.b).toBeNull();
});

test("line endings may differ", async () => {
  await migrate(database.sql, [first]);
  const windows = { ...first, sql: first.sql.replaceAll("\n", "\r\n") };
  expect(await migrate(database.sql, [windows, second])).toEqual(["second"]);
});

test("a migration applied without a checksum gets one at the next start", async () => {
  await migrate(database.sql, [first]);
  await database.sql`drop table supabase_migrations.migration_checksums`;
  expect(await migrate(database.sql, [first])).toEqual([]);
  await expect(
    migrate(database.sql, [{ ...first, sql: "create table a (id text);" }]),
  ).rejects.toThrow("was edited");
});

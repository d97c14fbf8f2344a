import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate, readMigrations } from "../../server/database/migrate.ts";
import { migrationsFolder } from "../../server/database/open.ts";
import { ensureSystemSchema } from "../../server/database/system-schema.ts";
import { createPersonas, userIds } from "../support/personas.ts";
import { createBareDatabase, type TestDatabase } from "../support/postgres.ts";

const DRIVE = "20261121090300";
const user_id = userIds.workspace;
let database: TestDatabase;

beforeAll(async () => {
  database = await createBareDatabase(17);
});
afterAll(() => database.drop());

it("a drive with duplicate names keeps every file, each under a unique name", async () => {
  const { sql } = database;
  const migrations = await readMigrations(migrationsFolder);
  await ensureSystemSchema(sql);
  await migrate(
    sql,
    migrations.filter(({ version }) => version < DRIVE),
  );
  await createPersonas(sql);
  const long = "ä".repeat(255);
  for (const [index, name] of ["a", "a", "a", "b", ".", "..", long, long].entries()) {
    const row = { user_id, name, storage_object_path: `${user_id}/root/${index}`, size: 1 };
    await sql`insert into workspace_files ${sql(row)}`;
  }
  await migrate(sql, migrations);
  const rows = await sql<{ name: string }[]>`
    select name from workspace_files where trashed_at is null order by storage_object_path`;
  expect(rows).toHaveLength(8);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(8);
  expect(rows.filter(({ name }) => name === "a")).toHaveLength(1);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["b", "_.", "_.."]));
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/database/open.ts";
import { type Migration, OLDEST_RELEASE, type Schema } from "../../server/database/schema.ts";
import { silentLog } from "../../server/log/log.ts";
import { createBareDatabase, type TestDatabase } from "../support/databases/postgres.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createBareDatabase(17);
  await migrate(database.sql, schemaOf());
});
afterEach(() => database.drop());

const first = { version: "20990101000000", name: "first", sql: "create table a (id int);\n" };
const second = { version: "20990102000000", name: "second", sql: "create table b (id int);\n" };

function schemaOf(...migrations: Migration[]): Schema {
  const base = { version: OLDEST_RELEASE.migration, name: "schema", sql: "create table base ()" };
  return { base, migrations, code: "create or replace function f() returns int return 1;" };
}

test("a migration edited after it was applied is refused before anything else is applied", async () => {
  await migrate(database.sql, schemaOf(first));
  const edited = { ...first, sql: "create table a (id bigint);\n" };
  await expect(migrate(database.sql, schemaOf(edited, second))).rejects.toThrow(
    "The migration 20990101000000_first was edited after this database applied it.",
  );
  expect(await tableExists("b")).toBe(false);
});

test("the checksum of a migration ignores line endings", async () => {
  await migrate(database.sql, schemaOf(first));
  const windows = { ...first, sql: first.sql.replaceAll("\n", "\r\n") };
  expect(await migrate(database.sql, schemaOf(windows, second))).toEqual(["second"]);
});

test("a migration applied without a checksum gets one at the next start", async () => {
  await migrate(database.sql, schemaOf(first));
  await database.sql`drop table supabase_migrations.migration_checksums`;
  expect(await migrate(database.sql, schemaOf(first))).toEqual([]);
  const edited = { ...first, sql: "create table a (id text);" };
  await expect(migrate(database.sql, schemaOf(edited))).rejects.toThrow("was edited");
});

test("a new database has the schema, and counts its migrations as applied", async () => {
  const other = await createBareDatabase(17);
  try {
    expect(await migrate(other.sql, schemaOf(first))).toEqual(["schema"]);
    expect(await migrate(other.sql, schemaOf(first, second))).toEqual(["second"]);
    const [found] = await other.sql`
      select to_regclass('base') is not null as base, to_regclass('a') is not null as a`;
    expect(found).toEqual({ base: true, a: false });
  } finally {
    await other.drop();
  }
});

test("functions that have changed without a migration are applied again, once", async () => {
  const changed = { ...schemaOf(), code: "create or replace function f() returns int return 2;" };
  await migrate(database.sql, changed);
  expect([...(await database.sql`select f()`)]).toEqual([{ f: 2 }]);
  await database.sql`create or replace function f() returns int return 3`;
  await migrate(database.sql, changed);
  expect([...(await database.sql`select f()`)]).toEqual([{ f: 3 }]);
});

describe("a database with a migration that the code does not have", () => {
  test("a database with a migration above the code's newest is refused as newer", async () => {
    await migrate(database.sql, schemaOf(first, second));
    await expect(migrate(database.sql, schemaOf(first))).rejects.toThrow(
      "The database was migrated by a newer version of Foyer (it has migration 20990102000000, this code does not). Update the code, or use another database.",
    );
  });

  test("a database with an unknown migration below the code's newest is refused as a development version's, before anything is applied", async () => {
    await migrate(database.sql, schemaOf(first));
    await expect(migrate(database.sql, schemaOf(second))).rejects.toThrow(
      "The database was created by a development version of Foyer whose migrations have been replaced (it has migration 20990101000000, this code does not). Open it with that version, or start with an empty data directory or database.",
    );
    expect(await tableExists("b")).toBe(false);
  });

  test("a database from before the oldest release does not open, and stays as it is", async () => {
    await database.sql`update supabase_migrations.schema_migrations set version = '20261122050200'`;
    const dataDir = await mkdtemp(join(tmpdir(), "foyer-refused-"));
    const opening = openDatabase({
      config: {
        dataDir,
        databaseUrl: database.url,
        driveQuota: null,
        sampleContent: true,
        archiveBeforeMigrations: true,
      },
      secrets: { postgresPassword: "" },
      log: silentLog,
    });
    await expect(opening.finally(() => rm(dataDir, { recursive: true }))).rejects.toThrow(
      `The database is from before Foyer 1.1.0, which alone brings it up to date: run "git checkout v1.1.0" (commit ${OLDEST_RELEASE.commit}) and "npm start" once, then return to this version.`,
    );
    expect(await tableExists("auth.users")).toBe(false);
    expect(await tableExists("public.personal_info")).toBe(false);
  });
});

async function tableExists(name: string): Promise<boolean> {
  const [row] = await database.sql<{ oid: string | null }[]>`select to_regclass(${name}) as oid`;
  return row?.oid !== null;
}

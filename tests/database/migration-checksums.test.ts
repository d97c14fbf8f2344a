import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/database/open.ts";
import { silentLog } from "../../server/log/log.ts";
import { createBareDatabase, type TestDatabase } from "../support/databases/postgres.ts";

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
  expect(await tableExists("b")).toBe(false);
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

describe("a database with a migration that the code does not have", () => {
  test("is refused as newer when that migration is above the code's newest", async () => {
    await migrate(database.sql, [first, second]);
    await expect(migrate(database.sql, [first])).rejects.toThrow(
      "The database was migrated by a newer version of Foyer (it has migration 20260102000000, this code does not). Update the code, or use another database.",
    );
  });

  test("is refused as a development version's when that migration is below, before anything is applied", async () => {
    await migrate(database.sql, [first]);
    await expect(migrate(database.sql, [second])).rejects.toThrow(
      "The database was created by a development version of Foyer whose migrations have been replaced (it has migration 20260101000000, this code does not). Open it with that version, or start with an empty data directory or database.",
    );
    expect(await tableExists("b")).toBe(false);
  });

  test("a database with a migration that the code does not have does not open", async () => {
    await migrate(database.sql, [{ ...first, version: "20261122050200" }]);
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
      "The database was created by a development version of Foyer",
    );
    expect(await tableExists("public.personal_info")).toBe(false);
  });
});

async function tableExists(name: string): Promise<boolean> {
  const [row] = await database.sql<{ oid: string | null }[]>`select to_regclass(${name}) as oid`;
  return row?.oid !== null;
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Migration, migrate, readMigrations } from "../../server/database/migrate.ts";
import { migrationsFolder } from "../../server/database/open.ts";
import {
  createUnmigratedDatabase,
  failMigration,
  killMigration,
  splitByCli,
} from "../support/databases/interrupted-migrations.ts";
import type { TestDatabase } from "../support/databases/postgres.ts";
import { fingerprint } from "../support/databases/schema-fingerprint.ts";
import { runSupabase } from "../support/hosted/supabase-cli.ts";

describe.each([17, 15] as const)("Migrations, PostgreSQL %i", (version) => {
  let migrations: Migration[];
  let pushed: TestDatabase;
  let statements: Map<string, string[]>;
  beforeAll(async () => {
    migrations = await readMigrations(migrationsFolder);
    pushed = await createUnmigratedDatabase(version);
    statements = await splitByCli(pushed);
  }, 600_000);
  afterAll(() => pushed?.drop());

  it("leave the old schema when interrupted after any statement", async () => {
    let cuts = 0;
    await onNewDatabase(async (database, earlier, migration) => {
      const parts = statements.get(migration.version) ?? [];
      for (let kept = 0; kept <= parts.length; kept += 1) {
        await failMigration(database.sql, earlier, migration, parts.slice(0, kept).join(";\n"));
        cuts += 1;
      }
      await migrate(database.sql, [...earlier, migration]);
    });
    expect(cuts).toBeGreaterThan(300);
  });

  it("leave the old schema when any is killed before the end, and the new one after the next start", () =>
    onNewDatabase(killMigration));

  it("are not applied twice by supabase db push", () =>
    onNewDatabase(
      async (database, earlier, migration) => {
        await migrate(database.sql, [...earlier, migration]);
      },
      async ({ url }) => {
        const { stdout, stderr } = await runSupabase(["db", "push", "--yes", `--remote=${url}`]);
        expect(stdout + stderr).toContain("Remote database is up to date");
      },
    ));

  /** Applies every migration in turn, and expects the schema that the CLI produced. */
  async function onNewDatabase(
    apply: typeof killMigration,
    afterwards?: (database: TestDatabase) => Promise<void>,
  ): Promise<void> {
    const database = await createUnmigratedDatabase(version);
    try {
      for (const [index, migration] of migrations.entries()) {
        await apply(database, migrations.slice(0, index), migration);
      }
      expect(await fingerprint(database.sql)).toEqual(await fingerprint(pushed.sql));
      await afterwards?.(database);
    } finally {
      await database.drop();
    }
  }
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "vitest";
import { type Migration, migrate, readMigrations } from "../../server/database/migrate.ts";
import { migrationsFolder } from "../../server/database/open.ts";
import { ensureSystemSchema } from "../../server/database/system-schema.ts";
import { projectRoot } from "../../server/project-root.ts";
import type { PostgresVersion } from "./clusters.ts";
import { createBareDatabase, type TestDatabase } from "./postgres.ts";
import { catalogState, fingerprint } from "./schema-fingerprint.ts";
import { runSupabase } from "./supabase-cli.ts";

/** A database with Supabase's roles and schemas and an empty history, before any migration. */
export async function createUnmigratedDatabase(version: PostgresVersion): Promise<TestDatabase> {
  const database = await createBareDatabase(version);
  await ensureSystemSchema(database.sql);
  await migrate(database.sql, []);
  return database;
}

/**
 * Makes every migration fail after some of its statements, and expects the schema to be unchanged.
 * @param places after how many of a migration's statements to fail.
 * @returns the number of failures tried.
 */
export async function cutMigrations(
  version: PostgresVersion,
  places: (statements: number) => number[],
): Promise<number> {
  const migrations = await readMigrations(migrationsFolder);
  const [database, other] = await twoDatabases(version);
  try {
    const statements = await splitByCli(other);
    let cuts = 0;
    for (const migration of migrations) {
      const parts = statements.get(migration.version) ?? [];
      const before = await catalogState(database.sql);
      for (const kept of places(parts.length)) {
        const cut = { ...migration, sql: [...parts.slice(0, kept), "select 1 / 0"].join(";\n") };
        const attempt = migrate(database.sql, [...earlier(migrations, migration), cut]);
        await expect(attempt).rejects.toThrow("division by zero");
        const after = await catalogState(database.sql);
        expect(after, `${migration.name} after ${kept} statements`).toBe(before);
        cuts += 1;
      }
      await migrate(database.sql, upTo(migrations, migration));
      expect(await catalogState(database.sql)).not.toBe(before);
    }
    expect(await fingerprint(database.sql)).toEqual(await fingerprint(other.sql));
    return cuts;
  } finally {
    await Promise.all([database.drop(), other.drop()]);
  }
}

/**
 * Kills a process that has executed a migration but not committed it. Expects the old schema after
 * the kill and the new one after the next start.
 * @param chosen which migrations; the others are applied without interruption.
 */
export async function killMigrations(
  version: PostgresVersion,
  chosen: (migrations: readonly Migration[]) => readonly Migration[],
): Promise<void> {
  const migrations = await readMigrations(migrationsFolder);
  const [database, other] = await twoDatabases(version);
  try {
    for (const migration of chosen(migrations)) {
      await migrate(database.sql, earlier(migrations, migration));
      const before = await fingerprint(database.sql);
      await killMigration(database, upTo(migrations, migration));
      expect(await fingerprint(database.sql), migration.name).toEqual(before);
      const applied = await migrate(database.sql, upTo(migrations, migration));
      expect(applied).toEqual([migration.name]);
    }
    for (const { sql } of [database, other]) await migrate(sql, migrations);
    expect(await fingerprint(database.sql)).toEqual(await fingerprint(other.sql));
  } finally {
    await Promise.all([database.drop(), other.drop()]);
  }
}

function twoDatabases(version: PostgresVersion) {
  return Promise.all([createUnmigratedDatabase(version), createUnmigratedDatabase(version)]);
}

/** A second process migrates, pauses before it commits the last migration, and is killed. */
async function killMigration(database: TestDatabase, migrations: readonly Migration[]) {
  const child = spawn(process.execPath, ["--import", "tsx", runner, database.url], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const exited = once(child, "exit");
  child.stdin.end(JSON.stringify(migrations));
  await expect.poll(() => sleepers(database), { timeout: 20_000 }).toHaveLength(1);
  child.kill("SIGKILL");
  const [, signal] = await exited;
  expect(signal).toBe("SIGKILL");
  // A backend notices a dead client only the next time it writes to it.
  await database.sql`select pg_terminate_backend(pid, 10000) from unnest(${await sleepers(database)}::int[]) as pid`;
}

async function sleepers(database: TestDatabase): Promise<number[]> {
  const rows = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`;
  return rows.map((row) => row.pid);
}

const runner = join(projectRoot, "tests", "support", "migrate-and-wait.ts");

const earlier = (migrations: readonly Migration[], last: Migration) =>
  migrations.filter((migration) => migration.version < last.version);

const upTo = (migrations: readonly Migration[], last: Migration) => [
  ...earlier(migrations, last),
  last,
];

/** The statements of every migration by version, as split and recorded by the CLI. */
async function splitByCli(database: TestDatabase): Promise<Map<string, string[]>> {
  await runSupabase(["db", "push", "--yes", `--remote=${database.url}`]);
  const rows = await database.sql<{ version: string; statements: string[] }[]>`
    select version, statements from supabase_migrations.schema_migrations`;
  return new Map(rows.map((row) => [row.version, row.statements]));
}

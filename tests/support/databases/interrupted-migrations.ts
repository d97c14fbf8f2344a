import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "vitest";
import type { Sql } from "../../../server/database/connect.ts";
import { type Migration, migrate } from "../../../server/database/migrate.ts";
import { ensureSystemSchema } from "../../../server/database/system-schema.ts";
import { runSupabase } from "../hosted/supabase-cli.ts";
import type { PostgresVersion } from "./clusters.ts";
import { createBareDatabase, type TestDatabase } from "./postgres.ts";
import { catalogState, fingerprint } from "./schema-fingerprint.ts";

/** A database with Supabase's roles and schemas and an empty history, before any migration. */
export async function createUnmigratedDatabase(version: PostgresVersion): Promise<TestDatabase> {
  const database = await createBareDatabase(version);
  await ensureSystemSchema(database.sql);
  await migrate(database.sql, []);
  return database;
}

/**
 * Applies a migration that fails at its end, and expects the schema to be unchanged.
 * @param earlier those before it, already applied.
 * @param sql its statements up to the failure; all by default.
 */
export async function failMigration(
  database: Sql,
  earlier: readonly Migration[],
  migration: Migration,
  sql = migration.sql,
): Promise<void> {
  const before = await catalogState(database);
  const failing = { ...migration, sql: `${sql};\nselect 1 / 0` };
  await expect(migrate(database, [...earlier, failing])).rejects.toThrow("division by zero");
  expect(await catalogState(database), `${migration.name} after ${sql.slice(-80)}`).toBe(before);
}

/**
 * Kills a process that has executed a migration but not committed it. Expects the old schema after
 * the kill and the new one after the next start.
 * @param earlier those before it; applied if they are not.
 */
export async function killMigration(
  database: TestDatabase,
  earlier: readonly Migration[],
  migration: Migration,
): Promise<void> {
  const all = [...earlier, migration];
  await migrate(database.sql, earlier);
  const before = await fingerprint(database.sql);
  const child = spawn(process.execPath, ["--import", "tsx", runner, database.url], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const exited = once(child, "exit");
  child.stdin.end(JSON.stringify(all));
  await expect.poll(() => sleepers(database)).toHaveLength(1);
  child.kill("SIGKILL");
  const [, signal] = await exited;
  expect(signal).toBe("SIGKILL");
  // A backend notices a dead client only the next time it writes to it.
  await database.sql`select pg_terminate_backend(pid, 10000) from unnest(${await sleepers(database)}::int[]) as pid`;
  expect(await fingerprint(database.sql), migration.name).toEqual(before);
  expect(await migrate(database.sql, all)).toEqual([migration.name]);
}

async function sleepers(database: TestDatabase): Promise<number[]> {
  const rows = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`;
  return rows.map((row) => row.pid);
}

const runner = join(import.meta.dirname, "migrate-and-wait.ts");

/** Migrates with the CLI. @returns the statements of every migration by version, as it split them. */
export async function splitByCli(database: TestDatabase): Promise<Map<string, string[]>> {
  await runSupabase(["db", "push", "--yes", `--remote=${database.url}`]);
  const rows = await database.sql<{ version: string; statements: string[] }[]>`
    select version, statements from supabase_migrations.schema_migrations`;
  return new Map(rows.map((row) => [row.version, row.statements]));
}

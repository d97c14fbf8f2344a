import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "./connect.ts";

export interface Migration {
  /** Fourteen digits, as the Supabase CLI names them. */
  version: string;
  name: string;
  sql: string;
}

/** The migrations cannot be applied. The message is fit to print alone. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/** Any number will do as long as every Foyer process uses the same one. */
const MIGRATION_LOCK = 7_031_991;

/** Reads `<folder>/<14 digits>_<name>.sql`, oldest first. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{14}_.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => ({
      version: file.slice(0, 14),
      name: file.slice(15, -4),
      sql: await readFile(join(folder, file), "utf8"),
    })),
  );
}

/**
 * Applies what is missing, each migration in a transaction of its own together with its row in the
 * history table the Supabase CLI uses, so that a cut at any moment leaves the old or the new schema.
 * Processes that start at once take turns.
 * @returns the names applied now.
 * @throws {MigrationError} when one fails, or the database knows a version this code does not.
 */
export async function migrate(sql: Sql, migrations: readonly Migration[]): Promise<string[]> {
  const known = await appliedVersions(sql);
  refuseNewerSchema(known, migrations);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (known.has(migration.version)) continue;
    if (await apply(sql, migration)) applied.push(migration.name);
  }
  // Other server processes have learned the schema as it was.
  if (applied.length > 0) await sql`notify pgrst, 'reload schema'`;
  return applied;
}

async function appliedVersions(sql: Sql): Promise<Set<string>> {
  const [history] = await sql<{ there: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as there`;
  if (!history?.there) await createHistory(sql);
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  return new Set(rows.map((row) => row.version));
}

/** The CLI's own definition, so that `supabase db push` and this host can take turns. */
async function createHistory(sql: Sql) {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await tx.unsafe(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text not null primary key, statements text[], name text);
    `);
  });
}

function refuseNewerSchema(known: ReadonlySet<string>, migrations: readonly Migration[]) {
  const own = new Set(migrations.map((migration) => migration.version));
  const foreign = [...known].filter((version) => !own.has(version)).sort();
  if (foreign.length === 0) return;
  throw new MigrationError(
    `The database was migrated by another version of Foyer (it knows ${foreign.at(-1)}, this code does not). Update the code, or use another database.`,
  );
}

/** @returns false when another process applied it while this one waited. */
async function apply(sql: Sql, migration: Migration): Promise<boolean> {
  try {
    return await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      const [row] = await tx`
        select version from supabase_migrations.schema_migrations
        where version = ${migration.version}`;
      if (row) return false;
      await tx.unsafe(migration.sql);
      await tx`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${migration.version}, ${migration.name}, ${[migration.sql]})`;
      return true;
    });
  } catch (error) {
    throw new MigrationError(
      `The migration ${migration.version}_${migration.name} failed and was rolled back: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Queries } from "../auth/users.ts";
import { PlainError } from "../plain-error.ts";
import { type Sql, tableExists } from "./connect.ts";
import { recordOf, recordRights } from "./rights.ts";

export interface Migration {
  /** Fourteen digits, as the Supabase CLI names them. */
  version: string;
  name: string;
  sql: string;
}

/** The migrations cannot be applied. */
export class MigrationError extends PlainError {
  override name = "MigrationError";
}

/** The advisory lock of every change of a schema; arbitrary, but the same in every Foyer process. */
export const MIGRATION_LOCK = 7_031_991;

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
 * Applies missing migrations, each in its own transaction together with its row in the Supabase
 * CLI's history table and the rights it leaves, so that an interruption leaves either the old or the
 * new schema. Concurrent processes are serialized.
 * @param beforeFirst called before anything is applied to a database that has migrations already;
 * when it fails, nothing is applied.
 * @returns the names applied now.
 * @throws {MigrationError} when one fails, the database has a version unknown to this code, or a
 * migration was edited after it was applied. Nothing is applied in the last two cases.
 */
export async function migrate(
  sql: Sql,
  migrations: readonly Migration[],
  beforeFirst?: (upgrade: Upgrade) => Promise<void>,
): Promise<string[]> {
  const known = await appliedVersions(sql);
  refuseForeignHistory(known, migrations);
  await checkContents(sql, known, migrations);
  const pending = migrations.filter(({ version }) => !known.has(version));
  const from = [...known].sort().at(-1);
  if (from !== undefined && pending.length > 0) await beforeFirst?.({ from, pending });
  const applied: string[] = [];
  for (const migration of pending) {
    if (await apply(sql, migration, migration === pending.at(-1))) applied.push(migration.name);
  }
  // Makes other server processes reload the schema.
  if (applied.length > 0) await sql`notify pgrst, 'reload schema'`;
  return applied;
}

/** A change from one version of the schema to a later one. */
export interface Upgrade {
  /** The newest applied migration. */
  from: string;
  pending: readonly Migration[];
}

async function appliedVersions(sql: Sql): Promise<Set<string>> {
  const names = ["schema_migrations", "migration_checksums"] as const;
  for (const name of names) {
    if (!(await tableExists(sql, `supabase_migrations.${name}`))) await createHistory(sql);
  }
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  return new Set(rows.map((row) => row.version));
}

/**
 * The CLI's own definition, so that `supabase db push` and this host can be used alternately;
 * checksums are in a separate table that the CLI ignores.
 */
async function createHistory(sql: Sql) {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await tx.unsafe(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text not null primary key, statements text[], name text);
      create table if not exists supabase_migrations.migration_checksums (
        version text not null primary key, sha256 text not null);
    `);
  });
}

/**
 * A version that this code does not have: above its newest one it was applied by newer code, below it
 * by code from before the migrations were consolidated.
 */
function refuseForeignHistory(known: ReadonlySet<string>, migrations: readonly Migration[]) {
  const own = new Set(migrations.map((migration) => migration.version));
  const foreign = [...known].filter((version) => !own.has(version)).sort();
  const last = foreign.at(-1);
  if (last === undefined) return;
  throw new MigrationError(
    last > (migrations.at(-1)?.version ?? "")
      ? `The database was migrated by a newer version of Foyer (it has migration ${last}, this code does not). Update the code, or use another database.`
      : `The database was created by a development version of Foyer whose migrations have been replaced (it has migration ${last}, this code does not). Open it with that version, or start with an empty data directory or database.`,
  );
}

/**
 * Another content under the same version means another schema than the code expects. Migrations
 * applied without a checksum, by the CLI or an earlier version, are assumed to match the file.
 */
async function checkContents(
  sql: Sql,
  known: ReadonlySet<string>,
  migrations: readonly Migration[],
) {
  const rows = await sql<{ version: string; sha256: string }[]>`
    select version, sha256 from supabase_migrations.migration_checksums`;
  const recorded = new Map(rows.map(({ version, sha256 }) => [version, sha256]));
  for (const migration of migrations) {
    const { version, name } = migration;
    if (!known.has(version)) continue;
    const applied = recorded.get(version);
    if (applied === undefined) await recordChecksum(sql, migration);
    else if (applied !== checksum(migration)) {
      throw new MigrationError(
        `The migration ${version}_${name} was edited after this database applied it. Restore the file, and put the change into a new migration.`,
      );
    }
  }
}

async function recordChecksum(sql: Queries, migration: Migration) {
  await sql`
    insert into supabase_migrations.migration_checksums (version, sha256)
    values (${migration.version}, ${checksum(migration)})
    on conflict (version) do nothing`;
}

/** SHA-256 of a migration, independent of line endings, which Git may have changed. */
export function checksum({ sql }: Migration): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}

/**
 * @param isLast a new database gets its first record of rights with its last migration.
 * @returns false when another process applied it while this one waited.
 */
async function apply(sql: Sql, migration: Migration, isLast: boolean): Promise<boolean> {
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
      await recordChecksum(tx, migration);
      if (isLast || (await recordOf(tx)) !== "missing") await recordRights(tx);
      return true;
    });
  } catch (error) {
    throw new MigrationError(
      `The migration ${migration.version}_${migration.name} failed and was rolled back: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

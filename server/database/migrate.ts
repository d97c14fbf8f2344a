import type { Queries } from "../auth/users.ts";
import { PlainError } from "../plain-error.ts";
import { type Sql, tableExists } from "./connect.ts";
import { recordOf, recordRights } from "./rights.ts";
import {
  CHECKSUMS_TABLE,
  CODE,
  checksum,
  compareHistory,
  type History,
  type Migration,
  type Schema,
  tooOld,
} from "./schema.ts";

/** The migrations cannot be applied. */
export class MigrationError extends PlainError {
  override name = "MigrationError";
}

/** The advisory lock of every change of a schema; arbitrary, but the same in every Foyer process. */
export const MIGRATION_LOCK = 7_031_991;

/**
 * Creates the schema in an empty database, or applies missing migrations and then the schema's code
 * if it differs. Each is one transaction together with its row in the Supabase CLI's history table
 * and the rights it leaves, so that an interruption leaves either the old or the new schema.
 * Concurrent processes are serialized.
 * @param beforeFirst called before a migration is applied; when it fails, nothing is applied.
 * @returns the names applied now.
 * @throws {MigrationError} when one fails, the database is too old or has a version unknown to this
 * code, or a migration was edited after it was applied. Nothing is applied in the last three cases.
 */
export async function migrate(
  sql: Sql,
  schema: Schema,
  beforeFirst?: (upgrade: Upgrade) => Promise<void>,
): Promise<string[]> {
  const known = await appliedVersions(sql);
  const history = compareHistory(known, schema);
  refuseTooOld(history);
  refuseForeign(history);
  await checkContents(sql, known, schema);
  const { pending } = history;
  const from = known.sort().at(-1);
  if (from !== undefined && pending.length > 0) await beforeFirst?.({ from, pending });
  const applied: string[] = [];
  const steps = from === undefined ? [schema.base] : pending;
  for (const step of steps) {
    if (await apply(sql, step, schema)) applied.push(step.name);
  }
  const renewed = await renewCode(sql, schema);
  // Makes other server processes reload the schema.
  if (renewed || applied.length > 0) await sql`notify pgrst, 'reload schema'`;
  return applied;
}

export interface Upgrade {
  /** The newest applied migration. */
  from: string;
  pending: readonly Migration[];
}

const HISTORY = "supabase_migrations.schema_migrations";

/**
 * Refuses a database that was last opened before the oldest release, and changes nothing in it.
 * @throws {MigrationError}
 */
export async function refuseOlder(sql: Sql): Promise<void> {
  if (!(await tableExists(sql, HISTORY))) return;
  refuseTooOld(compareHistory(await listVersions(sql), { migrations: [] }));
}

function refuseTooOld({ isTooOld }: History) {
  if (isTooOld) throw new MigrationError(tooOld("The database", "start"));
}

async function listVersions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  return rows.map(({ version }) => version);
}

async function appliedVersions(sql: Sql): Promise<string[]> {
  for (const name of [HISTORY, "supabase_migrations.migration_checksums"]) {
    if (!(await tableExists(sql, name))) await createHistory(sql);
  }
  return listVersions(sql);
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
      ${CHECKSUMS_TABLE}
    `);
  });
}

/** A version since the oldest release that this code lacks. */
function refuseForeign({ foreign, isNewer }: History) {
  if (foreign === undefined) return;
  throw new MigrationError(
    isNewer
      ? `The database was migrated by a newer version of Foyer (it has migration ${foreign}, this code does not). Update the code, or use another database.`
      : `The database was created by a development version of Foyer whose migrations have been replaced (it has migration ${foreign}, this code does not). Open it with that version, or start with an empty data directory or database.`,
  );
}

/**
 * Other content under the same version means another schema than the code expects. Migrations that
 * the CLI applied without a checksum are assumed to match the file.
 */
async function checkContents(sql: Sql, known: readonly string[], { migrations }: Schema) {
  const recorded = await checksums(sql);
  for (const { version, name, sql: text } of migrations) {
    if (!known.includes(version)) continue;
    const applied = recorded.get(version);
    if (applied === undefined) await recordChecksum(sql, version, text);
    else if (applied !== checksum(text)) {
      throw new MigrationError(
        `The migration ${version}_${name} was edited after this database applied it. Restore the file, and put the change into a new migration.`,
      );
    }
  }
}

async function checksums(sql: Queries): Promise<Map<string, string>> {
  const rows = await sql<{ version: string; sha256: string }[]>`
    select version, sha256 from supabase_migrations.migration_checksums`;
  return new Map(rows.map(({ version, sha256 }) => [version, sha256]));
}

async function recordChecksum(sql: Queries, version: string, text: string) {
  await sql`
    insert into supabase_migrations.migration_checksums (version, sha256)
    values (${version}, ${checksum(text)})
    on conflict (version) do update set sha256 = excluded.sha256`;
}

/** @returns false when another process applied it while this one waited. */
async function apply(sql: Sql, step: Migration, schema: Schema): Promise<boolean> {
  const isNew = step === schema.base;
  return change(sql, `The migration ${step.version}_${step.name}`, async (tx) => {
    const [row] = await tx`
      select version from supabase_migrations.schema_migrations where version = ${step.version}`;
    if (row) return false;
    await tx.unsafe(step.sql);
    // The schema of a new database includes every migration.
    for (const { version, name, sql: text } of isNew ? [step, ...schema.migrations] : [step]) {
      await tx`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${[text]})`;
      await recordChecksum(tx, version, text);
    }
    if (isNew) await recordChecksum(tx, CODE, schema.code);
    if (isNew || (await recordOf(tx)) !== "missing") await recordRights(tx);
    return true;
  });
}

/** Applies the code unless the database has it. @returns whether it was applied. */
async function renewCode(sql: Sql, { code }: Schema): Promise<boolean> {
  const isCurrent = async (on: Queries) => (await checksums(on)).get(CODE) === checksum(code);
  if (await isCurrent(sql)) return false;
  return change(sql, "The update of the functions and policies", async (tx) => {
    if (await isCurrent(tx)) return false;
    await tx.unsafe(code);
    await recordChecksum(tx, CODE, code);
    if ((await recordOf(tx)) !== "missing") await recordRights(tx);
    return true;
  });
}

/** Changes the schema in one transaction, one process at a time. */
async function change(
  sql: Sql,
  what: string,
  work: (tx: Pick<Sql, "unsafe"> & Queries) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      return work(tx);
    });
  } catch (error) {
    throw new MigrationError(`${what} failed and was rolled back: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

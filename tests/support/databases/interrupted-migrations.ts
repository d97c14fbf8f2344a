import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { writeSchemaFolder } from "../../../scripts/deploy/push-schema.ts";
import { connect } from "../../../server/database/connect.ts";
import { migrate } from "../../../server/database/migrate.ts";
import type { Migration, Schema } from "../../../server/database/schema.ts";
import { ensureSystemSchema } from "../../../server/database/system-schema.ts";
import { thawSite, withDatabase } from "../frozen-sites/thaw.ts";
import { runSupabase } from "../hosted/supabase-cli.ts";
import { databaseUrl, type PostgresVersion } from "./clusters.ts";
import { createBareDatabase, type TestDatabase } from "./postgres.ts";
import { catalogState, fingerprint } from "./schema-fingerprint.ts";

/** A schema whose newest step ends with these statements. */
type Step = (end: string) => Schema;

/** The one step of a new database. */
export function creationOf(schema: Schema): Step {
  const { base } = schema;
  return (end) => ({ ...schema, base: ended(base, end) });
}

/** The steps of a database of the oldest release: each migration, then the code. */
export function updatesOf(schema: Schema): Step[] {
  const { migrations, code } = schema;
  return [
    ...migrations.map((migration, index) => (end: string) => ({
      ...schema,
      migrations: [...migrations.slice(0, index), ended(migration, end)],
      code: "",
    })),
    (end) => ({ ...schema, code: `${code}\n${end}` }),
  ];
}

function ended(migration: Migration, end: string): Migration {
  return end === "" ? migration : { ...migration, sql: `${migration.sql}\n${end}` };
}

/** A database with Supabase's roles and schemas and an empty history. */
export async function createEmptyDatabase(version: PostgresVersion): Promise<TestDatabase> {
  const database = await createBareDatabase(version);
  await ensureSystemSchema(database.sql);
  await migrate(database.sql, { ...NOTHING, base: { ...NOTHING.base, sql: "select 1 / 0" } }).catch(
    () => {},
  );
  return database;
}

const NOTHING: Schema = {
  base: { version: "20260101000000", name: "nothing", sql: "" },
  migrations: [],
  code: "",
};

/** Runs the work with copies of a frozen site's database. */
export async function withFrozenDatabase(
  name: string,
  work: (copy: () => Promise<TestDatabase>) => Promise<void>,
): Promise<void> {
  const { dataDir, remove } = await thawSite(name);
  const open: TestDatabase[] = [];
  try {
    const useCopies = async (admin: TestDatabase["sql"], cluster: { url: string }) => {
      try {
        await work(async () => {
          const copied = `copy_${open.length}`;
          await admin.unsafe(`create database ${copied} template postgres`);
          const url = databaseUrl(cluster.url, copied);
          const sql = connect(url, { max: 4 });
          open.push({ sql, url, drop: () => sql.end({ timeout: 1 }) });
          return open.at(-1) as TestDatabase;
        });
      } finally {
        for (const database of open) await database.drop();
      }
    };
    await withDatabase(dataDir, useCopies, "template1");
  } finally {
    await remove();
  }
}

/** Applies a step that fails at its end, and expects the schema to be unchanged. */
export async function failStep({ sql }: TestDatabase, step: Step): Promise<void> {
  const before = await catalogState(sql);
  await expect(migrate(sql, step("select 1 / 0;"))).rejects.toThrow("division by zero");
  expect(await catalogState(sql)).toBe(before);
}

/**
 * Kills a process that has executed a step but not committed it. Expects the old schema after the
 * kill and the new one after the next start.
 */
export async function killStep(database: TestDatabase, step: Step): Promise<void> {
  const before = await fingerprint(database.sql);
  const child = spawn(process.execPath, ["--import", "tsx", runner, database.url], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const exited = once(child, "exit");
  child.stdin.end(JSON.stringify(step("select pg_sleep(600);")));
  await expect.poll(() => sleepers(database)).toHaveLength(1);
  child.kill("SIGKILL");
  const [, signal] = await exited;
  expect(signal).toBe("SIGKILL");
  // A backend notices a dead client only the next time it writes to it.
  await database.sql`select pg_terminate_backend(pid, 10000) from unnest(${await sleepers(database)}::int[]) as pid`;
  expect(await fingerprint(database.sql)).toEqual(before);
  await migrate(database.sql, step(""));
  expect(await fingerprint(database.sql)).not.toEqual(before);
}

async function sleepers(database: TestDatabase): Promise<number[]> {
  const rows = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`;
  return rows.map((row) => row.pid);
}

const runner = join(import.meta.dirname, "migrate-and-wait.ts");

/** Has the Supabase CLI push the schema, as `npm run schema` does. */
export async function pushByCli({ sql, url }: TestDatabase, schema: Schema) {
  const folder = await mkdtemp(join(tmpdir(), "foyer-push-"));
  try {
    const rows = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations`;
    const versions = rows.map(({ version }) => version);
    await writeSchemaFolder(folder, schema, versions);
    return await runSupabase(["db", "push", "--yes", `--remote=${url}`], folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Migration, migrate, readMigrations } from "../../server/database/migrate.ts";
import { migrationsFolder } from "../../server/database/open.ts";
import { ensureSystemSchema } from "../../server/database/system-schema.ts";
import { projectRoot } from "../../server/paths.ts";
import { createBareDatabase, type TestDatabase } from "../support/postgres.ts";
import { catalogState, fingerprint } from "../support/schema-fingerprint.ts";
import { runSupabase } from "../support/supabase-cli.ts";

describe.each([17, 15] as const)("Migrations, PostgreSQL %i", (version) => {
  let database: TestDatabase;
  let other: TestDatabase;
  let migrations: Migration[];

  beforeEach(async () => {
    [database, other] = await Promise.all([
      createBareDatabase(version),
      createBareDatabase(version),
    ]);
    migrations = await readMigrations(migrationsFolder);
    for (const { sql } of [database, other]) {
      await ensureSystemSchema(sql);
      await migrate(sql, []);
    }
  });
  afterEach(async () => {
    await database.drop();
    await other.drop();
  });

  it("are named as the Supabase CLI names them", async () => {
    const files = await readdir(migrationsFolder);
    expect(files.filter((file) => !/^\d{14}_[a-z_]+\.sql$/.test(file))).toEqual([]);
    expect(new Set(files.map((file) => file.slice(0, 14))).size).toBe(files.length);
  });

  it("make the same schema applied by the host and by supabase db push", async () => {
    await migrate(database.sql, migrations);
    const push = await runSupabase(["db", "push", "--yes", `--remote=${other.url}`]);
    expect(push.code, push.stderr).toBe(0);
    expect(await fingerprint(other.sql)).toEqual(await fingerprint(database.sql));
  });

  it("are known to each other's tools: nothing is applied twice", async () => {
    await migrate(database.sql, migrations);
    const push = await runSupabase(["db", "push", "--yes", `--remote=${database.url}`]);
    expect(push.stdout + push.stderr).toContain("Remote database is up to date");
    await runSupabase(["db", "push", "--yes", `--remote=${other.url}`]);
    expect(await migrate(other.sql, migrations)).toEqual([]);
  });

  it("leave the old schema when they stop after any statement", async () => {
    const statements = await splitByCli(other);
    let cuts = 0;
    for (const migration of migrations) {
      const parts = statements.get(migration.version) ?? [];
      const before = await catalogState(database.sql);
      // How a transaction ends is the same in both; on the older one a few places are enough.
      const step = version === 17 ? 1 : Math.max(1, Math.ceil(parts.length / 3));
      for (let kept = 0; kept <= parts.length; kept += step) {
        const cut = { ...migration, sql: [...parts.slice(0, kept), "select 1 / 0"].join(";\n") };
        const attempt = migrate(database.sql, [...earlier(migrations, migration), cut]);
        await expect(attempt).rejects.toThrow("division by zero");
        const after = await catalogState(database.sql);
        expect(after, `${migration.name} after ${kept} statements`).toBe(before);
        cuts += 1;
      }
      await migrate(database.sql, [...earlier(migrations, migration), migration]);
      expect(await catalogState(database.sql)).not.toBe(before);
    }
    expect(cuts).toBeGreaterThan(version === 17 ? 300 : 60);
    expect(await fingerprint(database.sql)).toEqual(await fingerprint(other.sql));
  });

  it("leave the old schema when killed before the end, and the new one after the next start", async () => {
    for (const migration of migrations) {
      const before = await fingerprint(database.sql);
      await killMigration(database, [...earlier(migrations, migration), migration]);
      expect(await fingerprint(database.sql), migration.name).toEqual(before);
      const applied = await migrate(database.sql, [...earlier(migrations, migration), migration]);
      expect(applied).toEqual([migration.name]);
    }
    await migrate(other.sql, migrations);
    expect(await fingerprint(database.sql)).toEqual(await fingerprint(other.sql));
  });

  it("leave the old schema when supabase db push fails at the very end of one", async () => {
    const workdir = await mkdtemp(join(tmpdir(), "foyer-push-"));
    try {
      await cp(join(projectRoot, "supabase"), join(workdir, "supabase"), { recursive: true });
      const last = migrations.at(-1);
      const file = `${last?.version}_${last?.name}.sql`;
      await appendFile(join(workdir, "supabase", "migrations", file), "\nselect 1 / 0;\n");
      const push = await runSupabase(["db", "push", "--yes", `--remote=${other.url}`], workdir);
      expect(push.code).not.toBe(0);
      expect(push.stdout + push.stderr).toContain("division by zero");
    } finally {
      await rm(workdir, { recursive: true });
    }
    await migrate(database.sql, migrations.slice(0, -1));
    expect(await fingerprint(other.sql)).toEqual(await fingerprint(database.sql));
  });
});

/** Another process migrates, waits with the last migration done but not committed, and is killed. */
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
  // A backend notices a dead client only when it next talks to it.
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

/** The statements of every migration by version, as the CLI split and recorded them. */
async function splitByCli(database: TestDatabase): Promise<Map<string, string[]>> {
  await runSupabase(["db", "push", "--yes", `--remote=${database.url}`]);
  const rows = await database.sql<{ version: string; statements: string[] }[]>`
    select version, statements from supabase_migrations.schema_migrations`;
  return new Map(rows.map((row) => [row.version, row.statements]));
}

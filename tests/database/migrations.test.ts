import { randomUUID } from "node:crypto";
import { appendFile, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Migration, migrate, readMigrations } from "../../server/database/migrate.ts";
import { migrationsFolder } from "../../server/database/open.ts";
import { projectRoot } from "../../server/project-root.ts";
import {
  createUnmigratedDatabase,
  failMigration,
  killMigration,
} from "../support/databases/interrupted-migrations.ts";
import type { TestDatabase } from "../support/databases/postgres.ts";
import { fingerprint } from "../support/databases/schema-fingerprint.ts";
import { runSupabase } from "../support/hosted/supabase-cli.ts";

const push = ({ url }: TestDatabase, workdir?: string) =>
  runSupabase(["db", "push", "--yes", `--remote=${url}`], workdir);

it("Migrations are named as the Supabase CLI names them", async () => {
  const files = await readdir(migrationsFolder);
  expect(files.filter((file) => !/^\d{14}_[a-z_]+\.sql$/.test(file))).toEqual([]);
  expect(new Set(files.map((file) => file.slice(0, 14))).size).toBe(files.length);
});

describe("Migrations, PostgreSQL 17", () => {
  /**
   * One database is migrated by the host, the other by the CLI; each test continues where the last
   * one ended. The soak test does the same on PostgreSQL 15.
   */
  let hosts: TestDatabase;
  let pushed: TestDatabase;
  let migrations: Migration[];
  let beforeLast: string[];
  beforeAll(async () => {
    migrations = await readMigrations(migrationsFolder);
    hosts = await createUnmigratedDatabase(17);
    pushed = await createUnmigratedDatabase(17);
  });
  afterAll(() => Promise.all([hosts?.drop(), pushed?.drop()]));

  it("Migrations, PostgreSQL 17 leave the old schema when the host fails at the end of one", async () => {
    for (const [index, migration] of migrations.entries()) {
      if (index === migrations.length - 1) beforeLast = await fingerprint(hosts.sql);
      await failMigration(hosts.sql, migrations.slice(0, index), migration);
      await migrate(hosts.sql, migrations.slice(0, index + 1));
    }
  });

  it("Migrations, PostgreSQL 17 leave the old schema when supabase db push fails at the end of one", async () => {
    const workdir = await mkdtemp(join(tmpdir(), "foyer-push-"));
    try {
      await cp(join(projectRoot, "supabase"), join(workdir, "supabase"), { recursive: true });
      const last = migrations.at(-1);
      const file = `${last?.version}_${last?.name}.sql`;
      await appendFile(join(workdir, "supabase", "migrations", file), "\nselect 1 / 0;\n");
      const failed = await push(pushed, workdir);
      expect(failed.code).not.toBe(0);
      expect(failed.stdout + failed.stderr).toContain("division by zero");
      expect(await fingerprint(pushed.sql)).toEqual(beforeLast);
    } finally {
      await rm(workdir, { recursive: true });
    }
  });

  it("produce the same schema by the host and by supabase db push", async () => {
    const { code, stderr } = await push(pushed);
    expect(code, stderr).toBe(0);
    expect(await fingerprint(pushed.sql)).toEqual(await fingerprint(hosts.sql));
  });

  it("Migrations, PostgreSQL 17 are not applied twice by the host", async () => {
    expect(await migrate(pushed.sql, migrations)).toEqual([]);
  });
});

it("Migrations number the twins of names that differed in their Unicode form alone", async () => {
  const site = await createUnmigratedDatabase(17);
  try {
    const migrations = await readMigrations(migrationsFolder);
    const before = migrations.findIndex(({ name }) => name === "names_in_one_form");
    await migrate(site.sql, migrations.slice(0, before));
    const { sql } = site;
    const [user] = await sql<{ id: string }[]>`
      insert into auth.users (id, email) values (gen_random_uuid(), 'guest@example.test') returning id`;
    const add = (name: string, isFolder: boolean, created: string, trashed: string | null = null) =>
      sql`insert into workspace_files (user_id, name, is_folder, created_at, updated_at, trashed_at, storage_object_path)
        values (${user?.id as string}, ${name}, ${isFolder}, ${created}, ${created}, ${trashed},
          ${isFolder ? null : `${user?.id}/root/${created}`})`;
    const long = "\u0958".repeat(200);
    await add("e\u0301.txt", false, "2026-01-01");
    await add("\u00e9.txt", false, "2026-01-02");
    await add("e\u0301.txt", false, "2026-01-03", "2026-01-04");
    await add("e\u0301te\u0301", true, "2026-01-05");
    await add(long, false, "2026-01-06");
    await migrate(sql, migrations);
    const rows = await sql`
      select name, updated_at = created_at as unchanged from workspace_files order by created_at`;
    expect(rows.map(({ name, unchanged }) => [name, unchanged])).toEqual([
      ["\u00e9 (1).txt", true],
      ["\u00e9.txt", true],
      ["\u00e9 (2).txt", true],
      ["\u00e9t\u00e9", true],
      // This name is too long in the other Unicode form.
      [long, true],
    ]);
  } finally {
    await site.drop();
  }
});

/**
 * How a transaction ends does not depend on the version or the statement: the soak test kills and
 * interrupts on both versions, after every statement.
 */
it("Migrations, PostgreSQL 15, leave the old schema when killed before the end, and the new one after the next start", async () => {
  const migrations = await readMigrations(migrationsFolder);
  const database = await createUnmigratedDatabase(15);
  try {
    const sizes = migrations.map(({ sql }) => sql.length);
    const largest = sizes.indexOf(Math.max(...sizes));
    await killMigration(database, migrations.slice(0, largest), migrations[largest] as Migration);
    await migrate(database.sql, migrations);
  } finally {
    await database.drop();
  }
});

it("Migrations end the sessions of an earlier version that were begun or used too long ago, and no others", async () => {
  const migrations = await readMigrations(migrationsFolder);
  const limits = migrations.findIndex(({ name }) => name === "session_limits");
  const { sql, drop } = await createUnmigratedDatabase(17);
  try {
    await migrate(sql, migrations.slice(0, limits));
    const user = randomUUID();
    await sql`insert into auth.users (id, email) values (${user}, 'owner@example.org')`;
    const ages: [begun: number, used: number | null][] = [
      [800, 700],
      [200, 1],
      [170, 1],
      [40, 31],
      [31, null],
      [29, null],
    ];
    for (const [begun, used] of ages) {
      await sql`insert into auth.sessions (id, user_id, created_at, refreshed_at)
        values (gen_random_uuid(), ${user}, now() - ${`${begun} days`}::interval,
          (now() - ${used === null ? null : `${used} days`}::interval) at time zone 'utc')`;
    }
    await migrate(sql, migrations);
    const rows = await sql`select round(extract(epoch from not_after - now()) / 86400) as left
      from auth.sessions order by created_at`;
    expect(rows.map(({ left }) => Number(left))).toEqual([-670, -20, 10, -1, -1, 1]);
  } finally {
    await drop();
  }
});

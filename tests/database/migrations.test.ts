import { appendFile, cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { migrate, readMigrations } from "../../server/database/migrate.ts";
import { migrationsFolder } from "../../server/database/open.ts";
import { projectRoot } from "../../server/project-root.ts";
import {
  createUnmigratedDatabase,
  cutMigrations,
  killMigrations,
} from "../support/interrupted-migrations.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { fingerprint } from "../support/schema-fingerprint.ts";
import { runSupabase } from "../support/supabase-cli.ts";

const push = ({ url }: TestDatabase, workdir?: string) =>
  runSupabase(["db", "push", "--yes", `--remote=${url}`], workdir);

it("Migrations are named as the Supabase CLI names them", async () => {
  const files = await readdir(migrationsFolder);
  expect(files.filter((file) => !/^\d{14}_[a-z_]+\.sql$/.test(file))).toEqual([]);
  expect(new Set(files.map((file) => file.slice(0, 14))).size).toBe(files.length);
});

it.each([17, 15] as const)(
  "Migrations produce the same schema by the host and by supabase db push, and neither applies any twice, PostgreSQL %i",
  async (version) => {
    const migrations = await readMigrations(migrationsFolder);
    const hosts = await createUnmigratedDatabase(version);
    const pushed = await createUnmigratedDatabase(version);
    try {
      await migrate(hosts.sql, migrations);
      const first = await push(pushed);
      expect(first.code, first.stderr).toBe(0);
      expect(await fingerprint(pushed.sql)).toEqual(await fingerprint(hosts.sql));
      const again = await push(hosts);
      expect(again.stdout + again.stderr).toContain("Remote database is up to date");
      expect(await migrate(pushed.sql, migrations)).toEqual([]);
    } finally {
      await hosts.drop();
      await pushed.drop();
    }
  },
);

// The soak test interrupts after every statement and kills within every migration.
it.each([17, 15] as const)(
  "Migrations leave the old schema when interrupted, PostgreSQL %i",
  async (version) => {
    const cuts = await cutMigrations(version, (statements) => [
      ...new Set([0, 1, Math.floor(statements / 2), statements]),
    ]);
    // Four in each file that has more than one statement.
    expect(cuts).toBeGreaterThan(60);
  },
);

it.each([17, 15] as const)(
  "Migrations leave the old schema when killed before the end, and the new one after the next start, PostgreSQL %i",
  (version) =>
    killMigrations(version, (migrations) => {
      const largest = migrations.reduce((most, one) =>
        one.sql.length > most.sql.length ? one : most,
      );
      return migrations.filter((one, index) => one === largest || index === 0);
    }),
);

it("Migrations leave the old schema when supabase db push fails at the very end of one", async () => {
  const migrations = await readMigrations(migrationsFolder);
  const hosts = await createUnmigratedDatabase(17);
  const pushed = await createUnmigratedDatabase(17);
  const workdir = await mkdtemp(join(tmpdir(), "foyer-push-"));
  try {
    await cp(join(projectRoot, "supabase"), join(workdir, "supabase"), { recursive: true });
    const last = migrations.at(-1);
    const file = `${last?.version}_${last?.name}.sql`;
    await appendFile(join(workdir, "supabase", "migrations", file), "\nselect 1 / 0;\n");
    const failed = await push(pushed, workdir);
    expect(failed.code).not.toBe(0);
    expect(failed.stdout + failed.stderr).toContain("division by zero");
    await migrate(hosts.sql, migrations.slice(0, -1));
    expect(await fingerprint(pushed.sql)).toEqual(await fingerprint(hosts.sql));
  } finally {
    await rm(workdir, { recursive: true });
    await hosts.drop();
    await pushed.drop();
  }
});

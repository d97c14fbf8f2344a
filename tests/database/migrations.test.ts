import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../server/database/migrate.ts";
import { OLDEST_RELEASE, readSchema, type Schema } from "../../server/database/schema.ts";
import { projectRoot } from "../../server/project-root.ts";
import {
  createEmptyDatabase,
  creationOf,
  failStep,
  killStep,
  pushByCli,
  updatesOf,
  withFrozenDatabase,
} from "../support/databases/interrupted-migrations.ts";
import type { TestDatabase } from "../support/databases/postgres.ts";
import { fingerprint } from "../support/databases/schema-fingerprint.ts";

let schema: Schema;
beforeAll(async () => {
  schema = await readSchema();
});

it("Migrations are named as the Supabase CLI names them", async () => {
  const files = await readdir(join(projectRoot, "supabase", "migrations"));
  expect(files.filter((file) => !/^\d{14}_[a-z_]+\.sql$/.test(file))).toEqual([]);
  expect(new Set(files.map((file) => file.slice(0, 14))).size).toBe(files.length);
  const oldest = files.sort()[0] ?? "";
  expect(oldest > OLDEST_RELEASE.migration).toBe(true);
});

describe("The schema of a new database, PostgreSQL 17", () => {
  /**
   * One database is made by the host, the other by the CLI; each test continues where the last one
   * ended. The soak test does the same on PostgreSQL 15.
   */
  let hosts: TestDatabase;
  let pushed: TestDatabase;
  beforeAll(async () => {
    hosts = await createEmptyDatabase(17);
    pushed = await createEmptyDatabase(17);
  });
  afterAll(() => Promise.all([hosts?.drop(), pushed?.drop()]));

  it("the schema of a new database is complete or absent when the host fails or is killed at its end", async () => {
    await failStep(hosts, creationOf(schema));
    await killStep(hosts, creationOf(schema));
  });

  it("the schema of a new database is complete or absent when supabase db push fails at its end", async () => {
    const before = await fingerprint(pushed.sql);
    const failed = await pushByCli(pushed, creationOf(schema)("select 1 / 0;"));
    expect(failed.code).not.toBe(0);
    expect(failed.stdout + failed.stderr).toContain("division by zero");
    expect(await fingerprint(pushed.sql)).toEqual(before);
  });

  it("the host and supabase db push create the same schema in a new database", async () => {
    const { code, stderr } = await pushByCli(pushed, schema);
    expect(code, stderr).toBe(0);
    expect(await fingerprint(pushed.sql)).toEqual(await fingerprint(hosts.sql));
  });

  it("the schema of a new database is not applied twice by the host or by supabase db push", async () => {
    expect(await migrate(pushed.sql, schema)).toEqual([]);
    const { stdout, stderr } = await pushByCli(hosts, schema);
    expect(stdout + stderr).toContain("Remote database is up to date");
  });
});

describe("Migrations of a site of the oldest release", () => {
  it("a migration of a site leaves the old schema when the host fails or is killed at its end, and the new schema after the next start", () =>
    withFrozenDatabase(OLDEST_RELEASE.version, async (copy) => {
      const site = await copy();
      await migrate(site.sql, { ...schema, migrations: [], code: "" });
      for (const step of updatesOf(schema)) {
        await failStep(site, step);
        await killStep(site, step);
      }
    }));

  it("the host and supabase db push migrate a site to the same schema", () =>
    withFrozenDatabase(OLDEST_RELEASE.version, async (copy) => {
      const [hosts, pushed] = [await copy(), await copy()];
      expect(await migrate(hosts.sql, schema)).toEqual(schema.migrations.map(({ name }) => name));
      const { code, stderr } = await pushByCli(pushed, schema);
      expect(code, stderr).toBe(0);
      expect(await fingerprint(pushed.sql)).toEqual(await fingerprint(hosts.sql));
    }));
});

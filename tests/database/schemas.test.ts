import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate, readMigrations } from "../../server/database/migrate.ts";
import { migrationsFolder } from "../../server/database/open.ts";
import { projectRoot } from "../../server/project-root.ts";
import { createUnmigratedDatabase } from "../support/databases/interrupted-migrations.ts";
import type { TestDatabase } from "../support/databases/postgres.ts";
import { fingerprint } from "../support/databases/schema-fingerprint.ts";

const folder = join(projectRoot, "supabase/schemas");

let declared: TestDatabase;
let migrated: TestDatabase;
beforeAll(async () => {
  declared = await createUnmigratedDatabase(17);
  migrated = await createUnmigratedDatabase(17);
});
afterAll(() => Promise.all([declared?.drop(), migrated?.drop()]));

it("the files of supabase/schemas and the migrations make the same database", async () => {
  await migrate(migrated.sql, await readMigrations(migrationsFolder));
  await declared.sql.begin(async (transaction) => {
    // Bodies may name what a later file creates.
    await transaction.unsafe("set local check_function_bodies = off");
    for (const file of (await readdir(folder)).sort()) {
      await transaction.unsafe(await readFile(join(folder, file), "utf8"));
    }
  });
  expect(await elements(declared)).toEqual(await elements(migrated));
});

async function elements({ sql }: TestDatabase): Promise<string[]> {
  return (await fingerprint(sql)).filter((line) => !line.startsWith("migration "));
}

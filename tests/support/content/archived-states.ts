import { expect } from "vitest";
import { migrate, readMigrations } from "../../../server/database/migrate.ts";
import { migrationsFolder } from "../../../server/database/open.ts";
import { createUnmigratedDatabase } from "../databases/interrupted-migrations.ts";
import type { TestSite } from "../sites/archive-sites.ts";
import { archiveOf, restore } from "./archives.ts";

/**
 * Checks that a site is archived, and its archive restored into `target`, after every n-th migration
 * and after the last.
 */
export async function archiveAtStates(
  target: TestSite,
  { every }: { every: number },
): Promise<void> {
  const database = await createUnmigratedDatabase(17);
  try {
    const older = { ...database, blobs: target.blobs };
    const migrations = await readMigrations(migrationsFolder);
    for (const [index, { name }] of migrations.entries()) {
      if (index % every !== 0 && index < migrations.length - 1) continue;
      await migrate(database.sql, migrations.slice(0, index + 1));
      const { manifest } = await restore(await archiveOf(older), target, { replace: true });
      expect(manifest.migrations, name).toHaveLength(index + 1);
    }
  } finally {
    await database.drop();
  }
}

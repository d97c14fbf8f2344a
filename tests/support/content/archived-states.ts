import { expect } from "vitest";
import { migrate } from "../../../server/database/migrate.ts";
import { OLDEST_RELEASE, readSchema } from "../../../server/database/schema.ts";
import { updatesOf, withFrozenDatabase } from "../databases/interrupted-migrations.ts";
import type { TestSite } from "../sites/archive-sites.ts";
import { archiveOf, restore } from "./archives.ts";

/**
 * Checks that a site of the oldest release is archived, and its archive restored into `target`,
 * before its migrations and after each of them.
 */
export async function archiveAtStates(target: TestSite): Promise<void> {
  const schema = await readSchema();
  await withFrozenDatabase(OLDEST_RELEASE.version, async (copy) => {
    const database = await copy();
    const older = { ...database, blobs: target.blobs };
    const archived = async () => {
      const { manifest } = await restore(await archiveOf(older), target, { replace: true });
      return manifest.migrations.filter(({ version }) => version > OLDEST_RELEASE.migration).length;
    };
    expect(await archived()).toBe(0);
    for (const [index, { name }] of schema.migrations.entries()) {
      await migrate(database.sql, updatesOf(schema)[index]?.("") ?? schema);
      expect(await archived(), name).toBe(index + 1);
    }
  });
}

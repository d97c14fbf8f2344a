import { createReadStream } from "node:fs";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readArchive } from "../../server/archive/read-archive.ts";
import { parseConfig } from "../../server/config.ts";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/database/open.ts";
import { checkRights } from "../../server/database/rights.ts";
import { OLDEST_RELEASE, readSchema } from "../../server/database/schema.ts";
import { silentLog } from "../../server/log/log.ts";
import { generateSecrets } from "../../server/secrets.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { archiveAtStates } from "../support/content/archived-states.ts";
import { targetOf } from "../support/content/archives.ts";
import { updatesOf, withFrozenDatabase } from "../support/databases/interrupted-migrations.ts";
import { createTestDatabase } from "../support/databases/postgres.ts";
import { fillSite, readSite, sampleSite, type TestSite } from "../support/sites/archive-sites.ts";

let dataDir: string;
let site: TestSite;
/** The schema from which the site seems to be. */
const from = OLDEST_RELEASE.migration;
const cleanups: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "foyer-upgrade-"));
  site = await openSite();
  await site.sql`delete from supabase_migrations.schema_migrations where version > ${from}`;
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function openSite(): Promise<TestSite> {
  const database = await createTestDatabase(17);
  cleanups.push(() => database.drop());
  return { ...database, blobs: createFileBlobStore(join(dataDir, "blobs")) };
}

/** Starts on a database whose newest migrations seem to be missing, and fail when applied again. */
async function start(environment: Record<string, string> = {}): Promise<string> {
  const config = parseConfig({ DATABASE_URL: site.url, FOYER_DATA_DIR: dataDir, ...environment });
  return openDatabase({ config, secrets: generateSecrets(), log: silentLog }).then(
    () => "started",
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const archives = () => readdir(join(dataDir, "backups")).catch(() => []);

it("A start archives a site with content before it migrates, and the archive restores it", async () => {
  await fillSite(site, sampleSite);
  const before = await readSite(site);
  expect(await start()).toMatch(/^MigrationError: The migration .+ failed and was rolled back/);
  expect(await archives()).toEqual([`before-migrations-${from}.tar`]);
  const file = join(dataDir, "backups", `before-migrations-${from}.tar`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const other = await openSite();
  await readArchive(createReadStream(file), await targetOf(other));
  expect(await readSite(other)).toEqual(before);
});

it("The last three archives are kept, one per schema, and a repeated start replaces its own archive", async () => {
  await fillSite(site, sampleSite);
  await start();
  for (const name of [
    "before-migrations-20000101000000.tar",
    "before-migrations-20000102000000.tar",
    "before-migrations-20000103000000.tar",
    "site.tar",
  ]) {
    await writeFile(join(dataDir, "backups", name), "earlier");
  }
  await start();
  expect((await archives()).sort()).toEqual([
    "before-migrations-20000102000000.tar",
    "before-migrations-20000103000000.tar",
    `before-migrations-${from}.tar`,
    "site.tar",
  ]);
});

it("A start that cannot archive changes nothing and names the setting that skips the archive", async () => {
  await fillSite(site, sampleSite);
  await writeFile(join(dataDir, "backups"), "a file in the way");
  expect(await start()).toMatch(
    /^MigrationError: The site could not be archived .+ nothing was changed: .+FOYER_ARCHIVE_BEFORE_MIGRATIONS=off/,
  );
  expect(await start({ FOYER_ARCHIVE_BEFORE_MIGRATIONS: "off" })).toMatch(
    /failed and was rolled back/,
  );
});

it("A site without accounts and messages is not archived", async () => {
  expect(await start()).toMatch(/failed and was rolled back/);
  expect(await archives()).toEqual([]);
});

it("A site can be archived, and its archive restored, at every state of the schema", async () => {
  await archiveAtStates(await openSite());
});

it("no rights that migrations removed are reported as lost after an interruption between migrations", async () => {
  const schema = await readSchema();
  await withFrozenDatabase(OLDEST_RELEASE.version, async (copy) => {
    const { sql } = await copy();
    await checkRights(sql);
    for (const step of updatesOf(schema)) {
      await migrate(sql, step(""));
      await expect(checkRights(sql)).resolves.toBeUndefined();
    }
  });
});

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scheduleBackups } from "../../server/backups/scheduled-backups.ts";
import { parseConfig } from "../../server/config.ts";
import { type Database, openDatabase } from "../../server/database/open.ts";
import { silentLog } from "../../server/log/log.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { openSites } from "../lifecycle/sites.ts";
import { flipBitOnDisk } from "../support/content/damaged-files.ts";
import { fillSite, readSite, sampleSite, type TestSite } from "../support/sites/archive-sites.ts";
import { runSiteCommand } from "../support/sites/site-command.ts";

const { freshDataDir, usedDataDir } = openSites();

/** Settings with a daily schedule of backups into a folder beside the data. */
const configOf = (dataDir: string) =>
  parseConfig({
    FOYER_DATA_DIR: dataDir,
    FOYER_SAMPLE_CONTENT: "off",
    FOYER_BACKUP: "daily@03:00",
    FOYER_BACKUP_TO: join(dataDir, "archives"),
  });

/** Opens the database of a data directory while no server runs on it. */
async function withSite<T>(
  dataDir: string,
  work: (site: TestSite, database: Database) => Promise<T>,
): Promise<T> {
  const secrets = await loadSecrets(dataDir);
  const database = await openDatabase({ config: configOf(dataDir), secrets, log: silentLog });
  try {
    const { sql, url } = database;
    return await work({ sql, url, blobs: createFileBlobStore(join(dataDir, "blobs")) }, database);
  } finally {
    await database.stop();
  }
}

/** Fills a site, and flips a bit in the first of several pages of the tasks and of long notes. */
async function damagedSite() {
  const dataDir = await usedDataDir();
  const { before, files } = await withSite(dataDir, async (site) => {
    await fillSite(site, sampleSite);
    await site.sql`insert into public.workspace_tasks (user_id, title)
      select user_id, repeat('x', 100) from public.workspace_users, generate_series(1, 300)`;
    // Incompressible values are stored in separate pages.
    await site.sql`insert into public.workspace_notes (user_id, title, content)
      select user_id, number::text,
        (select string_agg(md5(number::text || piece), '') from generate_series(1, 250) as piece)
      from public.workspace_users, generate_series(1, 5) as number`;
    const files = await site.sql<{ file: string }[]>`
      select current_setting('data_directory') || '/' || pg_relation_filepath(relation) as file
      from (values ('public.workspace_tasks'::regclass::oid),
        ((select reltoastrelid from pg_class where oid = 'public.workspace_notes'::regclass))) as damaged (relation)`;
    return { before: await readSite(site), files };
  });
  for (const { file } of files) await flipBitOnDisk(file, 8000);
  return { dataDir, before };
}

const DAMAGED =
  /The rows of public\.workspace_(?:tasks|notes) cannot be read: the database's files are damaged on the disk \(invalid page in block 0 of relation [\w/]+\)\. docs\/archive\.md says how to save everything else\./;

test("a site with a damaged database page is not backed up as if it were intact, and all other data can be saved", async () => {
  const { dataDir, before } = await damagedSite();
  const archive = join(dataDir, "site.tar");
  const refused = await runSiteCommand(dataDir, ["backup", "--out", archive]);
  expect(refused).toEqual({ code: 1, printed: expect.stringMatching(DAMAGED) });
  expect(refused.printed).not.toMatch(/\n\s+at /);
  expect((await readdir(dataDir)).filter((name) => name.startsWith("site.tar"))).toEqual([]);

  await withSite(dataDir, async ({ blobs }, database) => {
    const backups = scheduleBackups({ config: configOf(dataDir), database, blobs, log: silentLog });
    expect(await backups.run(new Date(Date.now() + 24 * 60 * 60 * 1000))).toBe(true);
    expect(await backups.status()).toEqual({
      proven: null,
      failure: { at: expect.any(String), message: expect.stringMatching(DAMAGED) },
    });
    expect(await backups.archives()).toEqual([]);
    await backups.close();
  });

  const saved = await runSiteCommand(dataDir, ["backup", "--skip-damaged", "--out", archive]);
  expect(saved).toEqual({
    code: 0,
    printed: expect.stringMatching(
      /Wrote .*\nThe rows on 2 damaged pages of the database are left out\.\n1 row of public\.workspace_notes cannot be read and is left out\.\n$/,
    ),
  });
  const copyDir = await freshDataDir();
  expect(await runSiteCommand(copyDir, ["restore", archive])).toMatchObject({ code: 0 });
  const after = await withSite(copyDir, (copy) => readSite(copy));
  const {
    "public.workspace_tasks": tasks = [],
    "public.workspace_notes": notes = [],
    ...rest
  } = after;
  const {
    "public.workspace_tasks": allTasks = [],
    "public.workspace_notes": allNotes = [],
    ...all
  } = before;
  expect(rest).toEqual(all);
  expect(notes).toEqual(allNotes.filter((note) => (note as { title: string }).title !== "1"));
  expect(tasks.length).toBeGreaterThan(100);
  expect(tasks.length).toBeLessThan(allTasks.length);
  // Reading did not change the damaged page on the disk.
  const again = await runSiteCommand(dataDir, ["backup", "--out", archive]);
  expect(again).toEqual({ code: 1, printed: expect.stringMatching(DAMAGED) });
});

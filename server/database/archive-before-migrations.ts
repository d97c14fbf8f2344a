import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileSafely } from "../archive/archive-file.ts";
import { describeDefects } from "../archive/site-defects.ts";
import { openSqlSource } from "../archive/sql-source.ts";
import { saveArchive } from "../archive/write-archive.ts";
import type { Config } from "../config.ts";
import { createFolder } from "../durable-files.ts";
import type { Log } from "../log/log.ts";
import { type BlobPlace, findBlobs } from "../storage/blobs/open-blobs.ts";
import type { Sql } from "./connect.ts";
import { MigrationError, type Upgrade } from "./migrate.ts";

/**
 * Number of archives kept from before migrations, each of another version of the schema.
 * @limit requests: archives kept from before migrations [archives]
 */
const MIGRATION_ARCHIVES = 3;

export interface MigrationArchiveOptions {
  sql: Sql;
  url: string;
  config: BlobPlace & Partial<Pick<Config, "backupPassphrase">>;
  upgrade: Upgrade;
  log: Log;
}

/**
 * Archives a site that has content into `<dataDir>/backups`, so that a failed upgrade can be undone
 * with the earlier version of Foyer. The file is named after the schema it contains, so that
 * repeated failing starts replace their own archive instead of an older one.
 * @throws {MigrationError} when the archive cannot be written; nothing may be migrated then.
 */
export async function archiveBeforeMigrations(options: MigrationArchiveOptions): Promise<void> {
  const { sql, url, config, upgrade, log } = options;
  if (!(await hasContent(sql))) return;
  const folder = join(config.dataDir, "backups");
  const name = `before-migrations-${upgrade.from}.tar${config.backupPassphrase ? ".age" : ""}`;
  const file = join(folder, name);
  log.info(`Archiving the site before ${upgrade.pending.length} migrations: ${file} …`);
  try {
    await createFolder(folder);
    await writeSite(url, config, file, log);
  } catch (error) {
    throw new MigrationError(
      `The site could not be archived before its database is migrated, so nothing was changed: ${(error as Error).message.replace(/\.?$/, ".")} Start again when this is solved, or with FOYER_ARCHIVE_BEFORE_MIGRATIONS=off to migrate without an archive.`,
      { cause: error },
    );
  }
  await removeOlder(folder);
}

async function writeSite(
  url: string,
  config: MigrationArchiveOptions["config"],
  file: string,
  log: Log,
): Promise<void> {
  const source = await openSqlSource({ url, blobs: await findBlobs(config) });
  const { defects } = await saveArchive(source, config.backupPassphrase || null, (bytes) =>
    writeFileSafely(file, bytes, new AbortController().signal),
  );
  for (const problem of describeDefects(defects)) log.warn(problem);
}

/** Without accounts and messages there is no content. */
async function hasContent(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select where exists (select from auth.users) or exists (select from public.messages)`;
  return rows.length > 0;
}

/** The folder may have other files. */
async function removeOlder(folder: string): Promise<void> {
  const names = await readdir(folder);
  const archives = names
    .filter((name) => /^before-migrations-\d{14}\.tar(?:\.age)?$/.test(name))
    .sort();
  for (const name of archives.slice(0, -MIGRATION_ARCHIVES)) await rm(join(folder, name));
}

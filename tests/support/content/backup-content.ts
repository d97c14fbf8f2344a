import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { archiveName } from "../../../server/backups/backup-place.ts";
import { openBackupRecord } from "../../../server/backups/backup-record.ts";
import type { BuiltSite } from "../sites/built-site.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Adds archives as after half a year of scheduled backups, and the proof of the last one, for
 * screenshots.
 * @param folder where the site's schedule stores archives; the files are sparse.
 */
export async function fillBackups({ sql }: BuiltSite, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const last = new Date();
  last.setHours(3, 0, 4, 0);
  if (last > new Date()) last.setTime(last.getTime() - DAY_MS);
  for (const days of DAYS_AGO) {
    const file = join(folder, archiveName(new Date(last.getTime() - days * DAY_MS), true));
    await writeFile(file, "");
    await truncate(file, NEWEST_BYTES - days * DAILY_BYTES);
  }
  const at = new Date(last.getTime() + HOUR_MS / 5).toISOString();
  const archive = archiveName(last, true);
  await openBackupRecord(sql).prove(last, {
    at,
    archive,
    rows: 4211,
    files: 103,
    complete: archive,
  });
}

/** Days since each archive: 7 days, 4 weeks and 6 months. */
const DAYS_AGO = [0, 1, 2, 3, 4, 5, 6, 7, 14, 21, 52, 82, 113];
const NEWEST_BYTES = 1_843_200_512;
const DAILY_BYTES = 9_437_184;

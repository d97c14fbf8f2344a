import type { RateLimit } from "./rate-limit.ts";

/** Limits and durations of archives and scheduled backups. */

/** The owner's downloads of an archive; each reads the whole site. */
export const ARCHIVE_DOWNLOADS: RateLimit = { name: "archive", limit: 10, seconds: 60 * 60 };

/** Milliseconds until an unused download link expires. */
export const DOWNLOAD_TICKET_MS = 60_000;

/** Milliseconds between reports of a restore's progress to the setup page. */
export const RESTORE_REPORT_MS = 500;

/** Scheduled archives to keep: the newest of each of so many days, weeks and months. */
export const BACKUPS_KEPT = { days: 7, weeks: 4, months: 12 };

/** Milliseconds between checks whether the next scheduled backup is due. */
export const BACKUP_TIMER_MS = 20_000;

/** Milliseconds without a proven backup after which the owner is notified: a day and a half. */
export const UNPROVEN_BACKUP_MS = 36 * 60 * 60 * 1000;

/** Milliseconds between checks for that. */
export const UNPROVEN_CHECK_MS = 60 * 60 * 1000;

/** Milliseconds a scheduled backup gets to stop the database that proves it. */
export const BACKUP_STOP_MS = 2000;

/** Archives made before migrations, each of another version of the schema. */
export const MIGRATION_ARCHIVES = 3;

/**
 * Bytes of an archive's manifest, and of its keys: parsed at once, so they are bounded. A manifest
 * has about 12 kB, and the setup page has to find the accounts after it in `ARCHIVE_HEAD_BYTES`.
 */
export const MANIFEST_MAX_BYTES = 256 * 1024;

/** Bytes of an archive's list of files without bytes, 42 for each. */
export const FILE_LIST_MAX_BYTES = 64 * 1024 * 1024;

/**
 * A table that has lost at least half of its rows, and so many, since the last proven backup is
 * reported.
 */
export const LOST_ROWS = 5;

/** Names of files in a sentence about a backup. */
export const NAMES_SHOWN = 20;

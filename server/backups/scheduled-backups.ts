import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { codeOf, isDiskFull } from "../archive/archive-error.ts";
import { type LockableSite, lockableUrl } from "../archive/archive-lock.ts";
import { describeDefects, publicName } from "../archive/site-defects.ts";
import { openSqlSource } from "../archive/sql-source.ts";
import { saveArchive, type Written } from "../archive/write-archive.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/open.ts";
import type { ServerDeps } from "../deps.ts";
import { queueBackupNotice } from "../notices/backup-notice.ts";
import { archiveName, type BackupPlace, openBackupPlace } from "./backup-place.ts";
import { openBackupRecord } from "./backup-record.ts";
import { openPanelSchedule } from "./panel-schedule.ts";
import { proveArchive } from "./prove-archive.ts";
import { archivesToDelete } from "./retention.ts";
import type { ScheduleReport } from "./routes.ts";
import { type DailyTime, formatTime, lastDue, parseSchedule } from "./schedule.ts";

/** Milliseconds between checks whether the next scheduled backup is due. */
const BACKUP_TIMER_MS = 20_000;

/**
 * Milliseconds without a proven backup after which the owner is notified: a day and a half.
 * @limit visitors: time without a proven backup until the owner is notified
 */
const UNPROVEN_BACKUP_MS = 36 * 60 * 60 * 1000;

/** Milliseconds between checks whether the notice about unproven backups is due. */
const UNPROVEN_CHECK_MS = 60 * 60 * 1000;

export interface ScheduledBackups extends ScheduleReport {
  /**
   * Makes and proves the backup of a scheduled time and deletes old ones, unless another server has
   * done so. Called by the schedule.
   * @returns whether the backup is done or has failed; otherwise call again. Never rejects.
   */
  run(due: Date): Promise<boolean>;
  close(): Promise<void>;
}

type Deps = LockableSite &
  Pick<ServerDeps, "blobs" | "log"> & {
    config: Pick<Config, "dataDir" | "backup" | "backupPassphrase">;
    database: Pick<Database, "sql" | "session">;
  };

/**
 * Makes an archive every day at `FOYER_BACKUP` or the time set in the panel, proves it by a
 * restore, and deletes old ones. Of several servers, one makes it; if that server dies, another
 * takes over, or it does so itself after the restart. A failure is logged, and recorded for the
 * panel until the next success.
 */
export function scheduleBackups(deps: Deps): ScheduledBackups {
  const { config, database, log } = deps;
  const { backup } = config;
  const to = backup?.to ?? { folder: join(config.dataDir, "backups") };
  const panel = openPanelSchedule(database.sql);
  /** Reads the current time of day, which another server may have changed. */
  const currentTime = async () =>
    backup ? backup.at : parseSchedule(`daily@${(await panel.get()) ?? ""}`);
  // Opened on first use, because an unavailable bucket must not stop the server from starting.
  let opened: BackupPlace | null = null;
  const openPlace = async () => (opened ??= await openBackupPlace(to));
  const record = openBackupRecord(database.sql);
  const stopped = new AbortController();
  /** Null while no time is set. */
  let at: DailyTime | null = backup?.at ?? null;
  let firstDue = at && lastDue(at, new Date());
  let done: Date | null = null;
  let running: Promise<void> | null = null;
  // A timer for the whole day would drift and miss clock changes.
  let started = Date.now();
  let checked = started;
  const timer = setInterval(() => {
    running ??= makeDueBackup().finally(() => {
      running = null;
    });
  }, BACKUP_TIMER_MS);
  timer.unref();

  async function makeDueBackup(): Promise<void> {
    try {
      applyTime(await currentTime());
    } catch {
      // The database is unavailable, which other parts report.
      return;
    }
    if (!at) return;
    void reportUnproven();
    const due = lastDue(at, new Date());
    if ((!done || done < due) && (await run(due))) done = due;
  }

  /** A new time takes effect at its next occurrence. */
  function applyTime(next: DailyTime | null): void {
    if (next?.hour === at?.hour && next?.minute === at?.minute) return;
    at = next;
    firstDue = next && lastDue(next, new Date());
    done = firstDue;
    started = Date.now();
  }

  async function run(due: Date): Promise<boolean> {
    const lock = await database.session.tryLock("backup");
    if (!lock) return false;
    const signal = AbortSignal.any([stopped.signal, lock.lost]);
    try {
      if (await record.isDone(due, firstDue ?? due)) return true;
      await makeAndRecord(due, signal);
      return true;
    } catch (error) {
      if (signal.aborted || codeOf(error) === "archive_busy") return false;
      log.error("The scheduled backup failed.", error);
      const message = isDiskFull(error) ? "The server's disk is full." : (error as Error).message;
      const failure = { at: new Date().toISOString(), message };
      await Promise.all([
        record.fail(due, failure),
        queueBackupNotice(database.sql, due.toISOString(), failure.message),
      ]).catch((cause) => {
        log.error("The failure of the backup could not be recorded.", cause);
      });
      return true;
    } finally {
      await lock.release();
    }
  }

  /** Notifies the owner once a day while no backup is proven; failures have their own notice. */
  async function reportUnproven(): Promise<void> {
    const now = Date.now();
    if (now - checked < UNPROVEN_CHECK_MS) return;
    checked = now;
    try {
      const { proven, failure } = await record.status();
      const since = proven ? Date.parse(proven.at) : started;
      if (failure || now - since < UNPROVEN_BACKUP_MS) return;
      const day = new Date(now).toISOString().slice(0, 10);
      const time = new Date(since).toISOString();
      const error = `No backup has been proven since ${time}.`;
      await queueBackupNotice(database.sql, `unproven:${day}`, error);
    } catch (error) {
      log.error("The age of the last backup could not be checked.", error);
    }
  }

  async function makeAndRecord(due: Date, signal: AbortSignal): Promise<void> {
    const place = await openPlace();
    const { archive, written } = await makeArchive(deps, place, signal);
    const { rows, files } = await proveArchive(() => place.open(archive), {
      passphrase: config.backupPassphrase,
      folder: join(config.dataDir, "proof"),
      signal,
    });
    const { manifest, defects } = written;
    const problems = describeDefects(defects, { nameOf: publicName });
    const before = (await record.status()).proven;
    const complete = problems.length === 0 ? archive : (before?.complete ?? null);
    const tables = Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]));
    const at = new Date().toISOString();
    await record.prove(due, { at, archive, rows, files, tables, problems, complete });
    if (problems.length === 0) {
      log.info(`Backed up and proved ${archive}: ${rows} rows, ${files} files.`);
    } else {
      await reportProblems(archive, complete, written, problems);
    }
    for (const { name } of archivesToDelete(await place.list())) {
      // Keeps the last complete archive, which may contain what newer ones lack.
      if (name !== complete) await place.delete(name);
    }
  }

  /** The owner is notified only once of the same problems. */
  async function reportProblems(
    archive: string,
    complete: string | null,
    { defects }: Written,
    problems: string[],
  ): Promise<void> {
    log.warn(`Backed up ${archive}, which can be restored, but the site has problems:`);
    for (const problem of describeDefects(defects)) log.warn(problem);
    const remedy = complete ? `The newest archive without problems is ${complete}.` : "";
    const text = `${problems.join(" ")} ${remedy}`.trim();
    const key = createHash("sha256").update(problems.join("\n")).digest("hex");
    await queueBackupNotice(database.sql, `problems:${key}`, text, archive);
  }

  return {
    async status() {
      const status = await record.status();
      return status.proven || status.failure || (await currentTime()) ? status : null;
    },
    async archives() {
      if (!backup && !(await currentTime()) && !(await record.status()).proven) return null;
      return (await openPlace()).list();
    },
    async setting() {
      const time = await currentTime();
      return {
        at: time && formatTime(time),
        isFixed: backup !== null,
        place:
          "folder" in to ? to.folder : `s3://${[to.bucket, to.prefix].filter(Boolean).join("/")}`,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      };
    },
    async setTime(time) {
      if (backup) throw new Error("FOYER_BACKUP sets the time.");
      await panel.set(time && formatTime(time));
    },
    run,
    async close() {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
}

async function makeArchive(
  deps: Deps,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<{ archive: string; written: Written }> {
  const { backupPassphrase: passphrase } = deps.config;
  const source = await openSqlSource({ url: lockableUrl(deps), blobs: deps.blobs });
  const archive = archiveName(new Date(source.contents.createdAt), passphrase !== null);
  const save = (bytes: Readable) => place.write(archive, bytes, signal);
  return { archive, written: await saveArchive(source, passphrase, save, { signal }) };
}

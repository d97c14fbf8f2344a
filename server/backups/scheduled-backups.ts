import { join } from "node:path";
import { ArchiveBusyError } from "../archive/archive-lock.ts";
import { writeArchive } from "../archive/write-archive.ts";
import type { ServerDeps } from "../deps.ts";
import { BACKUP_RETRY_MS, BACKUP_TIMER_MS } from "../limits/backups.ts";
import type { BackupPlace, StoredArchive } from "./backup-place.ts";
import { type BackupStatus, openBackupStatus } from "./backup-status.ts";
import { openBackupPlace } from "./open-backup-place.ts";
import { proveArchive } from "./prove-archive.ts";
import { archivesToDelete } from "./retention.ts";
import { nextRun } from "./schedule.ts";
import { openSiteSource, type SiteSourceDeps } from "./site-source.ts";

export interface ScheduledBackups {
  status(): Promise<BackupStatus>;
  /** Newest first. */
  archives(): Promise<StoredArchive[]>;
  /** Makes, proves and thins out now; the schedule calls it. Never rejects. */
  run(): Promise<void>;
  close(): Promise<void>;
}

type Deps = SiteSourceDeps & Pick<ServerDeps, "config" | "log">;

/**
 * Makes an archive every day at `FOYER_BACKUP`, proves it by a restore, and deletes old ones. A
 * failure is kept until the next success, for the dashboard, and logged.
 */
export function scheduleBackups(deps: Deps): ScheduledBackups {
  const { config, log } = deps;
  const { backup } = config;
  if (!backup) throw new Error("There is no schedule.");
  const { to } = backup;
  // Opened by the first use: a bucket that is away must not stop the server from starting.
  let opened: BackupPlace | null = null;
  const openPlace = async () => (opened ??= await openBackupPlace(to));
  const status = openBackupStatus(config.dataDir);
  const stopped = new AbortController();
  let running = Promise.resolve();
  let due = nextRun(backup.at, new Date());
  const timer = setInterval(() => {
    // A timer for the whole day would drift, and miss a clock change.
    if (new Date() < due) return;
    due = nextRun(backup.at, new Date());
    running = run();
  }, BACKUP_TIMER_MS);
  timer.unref();

  async function run(): Promise<void> {
    const before = await status.read();
    const at = new Date().toISOString();
    try {
      const place = await openPlace();
      const proven = await makeAndProve(deps, place, stopped.signal);
      await status.write({ proven: { at: new Date().toISOString(), ...proven }, failure: null });
      log.info(
        `Backed up and proved ${proven.archive}: ${proven.rows} rows, ${proven.files} files.`,
      );
      for (const old of archivesToDelete(await place.list())) await place.delete(old);
    } catch (error) {
      if (stopped.signal.aborted) return;
      if (error instanceof ArchiveBusyError) {
        // Another backup is running, perhaps another server's of the same site.
        due = new Date(Date.now() + BACKUP_RETRY_MS);
        return;
      }
      log.error("The scheduled backup failed.", error);
      const failure = { at, message: (error as Error).message };
      await status.write({ ...before, failure }).catch((cause) => {
        log.error("The failure of the backup could not be recorded.", cause);
      });
    }
  }

  return {
    status: () => status.read(),
    archives: async () => (await openPlace()).list(),
    run,
    async close() {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
}

async function makeAndProve(deps: Deps, place: BackupPlace, signal: AbortSignal) {
  const source = await openSiteSource(deps);
  try {
    const createdAt = new Date(source.contents.createdAt);
    const archive = await place.write(createdAt, writeArchive(source, { signal }), signal);
    await source.close();
    // The stored bytes are read back, as a restore after a loss would read them.
    const { rows, files } = await proveArchive(
      await place.open(archive),
      join(deps.config.dataDir, "proof"),
      signal,
    );
    return { archive: archive.name, rows, files };
  } finally {
    await source.close();
  }
}

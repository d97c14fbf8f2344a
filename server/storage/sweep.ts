import { mayDeleteBlobs } from "../archive/archive-lock.ts";
import type { Sql } from "../database/connect.ts";
import type { DatabaseSession } from "../database/session.ts";
import type { Log } from "../log/log.ts";
import type { BlobStore } from "./blobs/blob-store.ts";
import { deleteBlobs } from "./blobs/delete-blobs.ts";
import { removeDueObjects } from "./reservations.ts";
import { sweepUploads } from "./resumable/upload-plans.ts";

/** Milliseconds after its last write until a blob without a row is an orphan. */
const ORPHAN_AGE_MS = 15 * 60 * 1000;

/** Milliseconds between sweeps of due objects, abandoned uploads and orphaned blobs. */
const STORAGE_SWEEP_MS = 60 * 60 * 1000;

/** Number of blobs that a sweep looks up in the database at a time. */
const SWEEP_BATCH = 500;

interface SweepContext {
  sql: Sql;
  blobs: BlobStore;
  log: Log;
}

/**
 * Deletes unreferenced blobs and uploads.
 * @returns the number of orphaned blobs.
 */
export async function sweepStorage(context: SweepContext): Promise<number> {
  // A failing part must not prevent the others from running.
  const parts = await Promise.allSettled([
    sweepUploads(context),
    removeDueObjects(context.sql).then((blobs) => deleteBlobs(context, blobs)),
  ]);
  const orphans = await sweepOrphans(context);
  for (const part of parts) if (part.status === "rejected") throw part.reason;
  return orphans;
}

/** Sweeps unless another server is sweeping. */
export async function sweepAlone(
  context: SweepContext & { session: DatabaseSession },
): Promise<void> {
  const lock = await context.session.tryLock("sweep");
  if (!lock) return;
  try {
    await sweepStorage(context);
  } finally {
    await lock.release();
  }
}

/**
 * Sweeps now and every hour.
 * @returns a function that stops the sweeps and resolves when none is running.
 */
export function startSweeps(sweep: () => Promise<unknown>, log: Log): () => Promise<void> {
  const run = () => sweep().catch((error) => log.error("The storage sweep failed.", error));
  let sweeping = run();
  const timer = setInterval(() => {
    sweeping = run();
  }, STORAGE_SWEEP_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}

/**
 * Removes blobs to which no row refers: left by a process that died during an upload, or by a
 * removal whose file could not be deleted. Rows are read after the blobs are listed, so a blob
 * committed in between is found. A store that belongs to another database is not changed.
 * @returns the number of removed blobs.
 */
export async function sweepOrphans(
  { sql, blobs, log }: SweepContext,
  /** Minimum milliseconds since a blob was last written. */
  olderThan = ORPHAN_AGE_MS,
): Promise<number> {
  const now = Date.now();
  if (!(await blobs.claim(await identifyDatabase(sql)))) {
    log.warn(
      "The stored files belong to another database, so orphaned files are not deleted. If the files belong to this database, delete the file named database in their folder.",
    );
    return 0;
  }
  let removed = 0;
  let batch: string[] = [];
  for await (const { id, modified } of blobs.list()) {
    if (now - modified < olderThan) continue;
    batch.push(id);
    if (batch.length === SWEEP_BATCH) {
      removed += await removeUnknown(sql, blobs, batch);
      batch = [];
    }
  }
  removed += await removeUnknown(sql, blobs, batch);
  if (removed > 0) log.info(`Deleted ${removed} orphaned files.`);
  return removed;
}

async function removeUnknown(sql: Sql, blobs: BlobStore, ids: string[]): Promise<number> {
  if (ids.length === 0 || !(await mayDeleteBlobs(sql))) return 0;
  const rows = await sql<{ version: string }[]>`
    select version from storage.objects where version = any(${ids})`;
  const known = new Set(rows.map((row) => row.version));
  const orphans = ids.filter((id) => !known.has(id));
  for (const id of orphans) await blobs.delete(id);
  return orphans.length;
}

/** Returns an id that all processes of a database share; a new `initdb` changes it. */
export async function identifyDatabase(sql: Sql): Promise<string> {
  const [row] = await sql<{ identity: string }[]>`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database())
      as identity from pg_control_system()`;
  return row?.identity ?? "unknown";
}

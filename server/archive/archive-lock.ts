import type { Config } from "../config.ts";
import type { Sql } from "../database/connect.ts";
import { archiveBusy } from "./archive-error.ts";

/** Arbitrary, but the same in every Foyer process. */
const ARCHIVE_LOCK = 7_031_992;

/** The site of a running server. */
export interface LockableSite {
  config: Pick<Config, "directDatabaseUrl">;
  database: { url: string };
}

/** Database URL for a backup or restore: past any pooler, which would lose the lock. */
export function lockableUrl({ config, database }: LockableSite): string {
  return config.directDatabaseUrl ?? database.url;
}

/** One connection of a pool, for as long as it is needed. */
export type Connection = Awaited<ReturnType<Sql["reserve"]>>;

/**
 * Locks the site for one backup or restore, until the connection ends. While it is held, servers
 * delete no stored bytes: a snapshot still refers to some of them, and the bytes that a restore has
 * stored have no row yet. The next sweep deletes bytes that are due.
 * @throws {ArchiveError} `archive_busy` while another one is running.
 */
export async function lockArchive(connection: Connection): Promise<void> {
  // While a statement waits for a lock, PostgreSQL would not notice that this connection has ended.
  // On systems that cannot tell, the connection lasts until the statement's turn.
  await connection.unsafe("set client_connection_check_interval = 100").catch(() => {});
  // Servers hold it shared for an instant, so a refusal is final only after some attempts.
  for (let attempt = 0; attempt < 20; attempt++) {
    const [row] = await connection<{ locked: boolean }[]>`
      select pg_try_advisory_lock(${ARCHIVE_LOCK}) as locked`;
    if (row?.locked) return;
    await connection`select pg_sleep(0.05)`;
  }
  throw archiveBusy();
}

/**
 * Whether stored bytes may be deleted, because no backup or restore is running. Call it after the
 * rows that name the bytes are deleted: a backup that begins later does not see these rows.
 */
export async function mayDeleteBlobs(sql: Pick<Sql, "unsafe">): Promise<boolean> {
  const [row] = await sql.unsafe<{ free: boolean }[]>(
    `select pg_try_advisory_xact_lock_shared(${ARCHIVE_LOCK}) as free`,
  );
  return row?.free === true;
}

import { createHash } from "node:crypto";
import type { Connection } from "./session-connection.ts";

export interface SessionLock {
  /** Higher than the number of every earlier lock. */
  fence: number;
  /** Aborted when the connection is lost, and the lock with it. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Separates our locks from those of other programs on the same database. */
const LOCKS = 7031;

/** @returns null when another server holds it, or the connection is lost. */
export async function tryLock(connection: Connection, name: string): Promise<SessionLock | null> {
  const { sql, locks } = connection;
  const key = keyOf(name);
  const [row] = await sql<{ fence: string | null }[]>`
    select case when pg_try_advisory_lock(${LOCKS}::int, ${key}::int)
      then pg_current_xact_id()::text end as fence`.catch(() => []);
  if (!row?.fence || connection.isLost) return null;
  const lost = new AbortController();
  locks.add(lost);
  return {
    fence: Number(row.fence),
    lost: lost.signal,
    async release() {
      locks.delete(lost);
      if (connection.isLost) return;
      await sql`select pg_advisory_unlock(${LOCKS}::int, ${key}::int)`.catch(() => {});
    },
  };
}

/** A lock's number. Two names with the same number only wait for each other. */
export function keyOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE() >>> 1;
}

import type postgres from "postgres";
import type { Log } from "../log/log.ts";
import type { DatabaseSession } from "./session.ts";
import { keyOf } from "./session-locks.ts";
import { UnsuitableDatabaseError } from "./system-schema.ts";

/** Separate these locks from the locks of uploads, and from each other. */
const STORES = 7032;
const ORIGINS = 7033;

/**
 * Joins the servers that use this database, until the session ends. They must store the files in the
 * same place: with a folder or bucket each, every server would have only a part of them.
 * @param storeId of the blob store.
 * @throws {UnsuitableDatabaseError} while a server with another store is running.
 */
export async function joinServers(session: DatabaseSession, storeId: string): Promise<void> {
  await session.onConnect(async (sql) => {
    if (await joinGroup(sql, STORES, storeId)) return;
    await sql`select pg_advisory_unlock_shared(${STORES}::int, ${keyOf(storeId)}::int)`;
    throw new UnsuitableDatabaseError(
      "Another server is using this database with other stored files. Give every server the same FOYER_BLOBS, or the same FOYER_DATA_DIR.",
    );
  });
}

/**
 * Reports servers that use this database under another public origin, now and after a lost
 * connection. The origin is the issuer of sessions, so such servers refuse each other's sessions.
 */
export async function reportOtherOrigins(
  session: DatabaseSession,
  origin: string,
  log: Log,
): Promise<void> {
  await session.onConnect(async (sql) => {
    if (await joinGroup(sql, ORIGINS, origin)) return;
    log.error(
      `Another server is using this database with another address than ${origin}: each refuses the sessions of the other. Give every server the same FOYER_PUBLIC_URL.`,
    );
  });
}

/** Takes a shared lock. @returns whether all servers hold it by the same name. */
async function joinGroup(sql: postgres.Sql, kind: number, name: string): Promise<boolean> {
  const key = keyOf(name);
  await sql`select pg_advisory_lock_shared(${kind}::int, ${key}::int)`;
  const others = await sql`
    select from pg_locks
    where locktype = 'advisory' and classid = ${kind} and objid <> ${key} and granted
      and database = (select oid from pg_database where datname = current_database())`;
  return others.length === 0;
}

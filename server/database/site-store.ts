import type postgres from "postgres";
import { type DatabaseSession, keyOf } from "./session.ts";
import { UnsuitableDatabaseError } from "./system-schema.ts";

/** Separates these locks from those of uploads. */
const STORES = 7032;

/**
 * Joins the servers that use this database, until the session ends. They must store the files in the
 * same place: with a folder or bucket each, every server would have only a part of them.
 * @param storeId of the blob store.
 * @throws {UnsuitableDatabaseError} while a server with another store is running.
 */
export async function joinServers(session: DatabaseSession, storeId: string): Promise<void> {
  const key = keyOf(storeId);
  await session.onConnect(async (sql) => {
    await sql`select pg_advisory_lock_shared(${STORES}::int, ${key}::int)`;
    if (!(await hasOtherStore(sql, key))) return;
    await sql`select pg_advisory_unlock_shared(${STORES}::int, ${key}::int)`;
    throw new UnsuitableDatabaseError(
      "Another server is using this database with other stored files. Give every server the same FOYER_BLOBS, or the same FOYER_DATA_DIR.",
    );
  });
}

async function hasOtherStore(sql: postgres.Sql, key: number): Promise<boolean> {
  const rows = await sql`
    select from pg_locks
    where locktype = 'advisory' and classid = ${STORES} and objid <> ${key} and granted
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.length > 0;
}

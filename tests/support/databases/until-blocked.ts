import { expect } from "vitest";
import type { Sql } from "../../../server/database/connect.ts";

/** Waits until one statement in this database waits for an advisory lock. */
export async function untilBlocked(sql: Sql): Promise<void> {
  const waiting = () =>
    sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await waiting()).length).toBe(1);
}

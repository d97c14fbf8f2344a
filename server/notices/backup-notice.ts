import type { Sql } from "../database/connect.ts";

/**
 * Tells the owner about a scheduled backup that failed or was not proven, once.
 * @param due the scheduled time, or another key that is unique to the failure.
 */
export async function queueBackupNotice(sql: Sql, due: string, error: string): Promise<void> {
  await sql`select private.queue_notice('backup', ${`backup:${due}`}, ${sql.json({ error: error.slice(0, 2000) })})`;
}

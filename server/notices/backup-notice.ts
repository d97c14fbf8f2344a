import type { Sql } from "../database/connect.ts";

/**
 * Notifies the owner of a scheduled backup that failed, was not proven, or found problems, once.
 * @param due the scheduled time, or another key that is unique to the failure.
 * @param archive that was made nevertheless.
 */
export async function queueBackupNotice(
  sql: Sql,
  due: string,
  error: string,
  archive?: string,
): Promise<void> {
  const details = { error: error.slice(0, 2000), ...(archive ? { archive } : {}) };
  await sql`select private.queue_notice('backup', ${`backup:${due}`}, ${sql.json(details)})`;
}

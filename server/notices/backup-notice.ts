import type { Sql } from "../database/connect.ts";

/**
 * Notifies the owner once of a scheduled backup that failed, was not proven, or found problems.
 * @param due the scheduled time, or another unique key of the failure.
 * @param archive the archive that was made nevertheless, if any.
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

import { z } from "zod";
import { readClientConfig } from "../../lib/site-config.ts";
import { callBackups } from "./host-calls.ts";

const count = z.number().int().nonnegative();

const backupStatusSchema = z
  .object({
    proven: z
      .object({
        at: z.string(),
        rows: count,
        files: count,
        problems: z.array(z.string()),
        complete: z.string().nullable(),
      })
      .nullable(),
    failure: z.object({ at: z.string(), message: z.string() }).nullable(),
  })
  .nullable();

/**
 * The last backup proven by a restore: defects of the site at that time, the newest archive without
 * them, and the failure of the last run if it failed.
 */
export type BackupStatus = z.infer<typeof backupStatusSchema>;

/**
 * Results of the host's scheduled backups. Null without a schedule, and on hosted Supabase, where
 * nothing runs on a schedule.
 */
export async function getBackupStatus(signal: AbortSignal): Promise<BackupStatus> {
  if (!readClientConfig().embedded) return null;
  return backupStatusSchema.parse(await callBackups("status", { signal }));
}

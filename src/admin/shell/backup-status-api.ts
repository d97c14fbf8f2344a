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
 * The last proven restore, with what was wrong with the site and the newest archive without that, and
 * the failure of the last run if it failed.
 */
export type BackupStatus = z.infer<typeof backupStatusSchema>;

/**
 * What the host's scheduled backups achieved. Null without a schedule, and on hosted Supabase, where
 * nothing runs on a schedule.
 */
export async function getBackupStatus(): Promise<BackupStatus> {
  if (!readClientConfig().embedded) return null;
  return backupStatusSchema.parse(await callBackups("status"));
}

import { z } from "zod";

const count = z.number().int().nonnegative();

/** Result of the database function `visit_statistics`; days in the given zone, oldest first. */
export const visitStatisticsSchema = z.object({
  daily: count,
  weekly: count,
  monthly: count,
  days: z.array(z.object({ date: z.iso.date(), count })).length(7),
});

export type VisitStatistics = z.infer<typeof visitStatisticsSchema>;

export const backupStatusSchema = z
  .object({
    proven: z.object({ at: z.string(), rows: z.number(), files: z.number() }).nullable(),
    failure: z.object({ at: z.string(), message: z.string() }).nullable(),
  })
  .nullable();

/** The last proven restore, and the failure of the last run if it failed. */
export type BackupStatus = NonNullable<z.infer<typeof backupStatusSchema>>;

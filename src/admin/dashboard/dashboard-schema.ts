import { z } from "zod";

const count = z.number().int().nonnegative();

/** What the database's `visit_statistics` answers; the days are the time zone's, oldest first. */
export const visitStatisticsSchema = z.object({
  daily: count,
  weekly: count,
  monthly: count,
  days: z.array(z.object({ date: z.iso.date(), count })).length(7),
});

export type VisitStatistics = z.infer<typeof visitStatisticsSchema>;

import { z } from "zod";

const count = z.number().int().nonnegative();

/** Result of `visit_statistics`; days in the requested time zone, oldest first. */
export const visitStatisticsSchema = z.object({
  daily: count,
  weekly: count,
  monthly: count,
  days: z.array(z.object({ date: z.iso.date(), count })).length(7),
});

export type VisitStatistics = z.infer<typeof visitStatisticsSchema>;

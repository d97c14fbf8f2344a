import { BackendError, unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import { type VisitStatistics, visitStatisticsSchema } from "./dashboard-schema.ts";

/**
 * Visits of the last 24 hours, 7 and 30 days, and of each of the last seven days in this time zone.
 * A time zone the database does not know (browsers update more often) falls back to UTC.
 */
export async function getVisitStatistics(timeZone: string): Promise<VisitStatistics> {
  try {
    return await readVisitStatistics(timeZone);
  } catch (error) {
    if (!(error instanceof BackendError) || error.code !== UNKNOWN_ZONE) throw error;
    return readVisitStatistics("UTC");
  }
}

/** PostgreSQL's `invalid_parameter_value`. */
const UNKNOWN_ZONE = "22023";

async function readVisitStatistics(timeZone: string): Promise<VisitStatistics> {
  const figures = await getClient("admin")
    .rpc("visit_statistics", { time_zone: timeZone })
    .then(unwrap);
  return visitStatisticsSchema.parse(figures);
}

/** Removes all unchanged sample entries in one transaction. @returns the number removed. */
export async function clearSampleContent(): Promise<number> {
  return getClient("admin").rpc("clear_sample_content").then(unwrap);
}

import { BackendError, unwrap, unwrapCount } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import { type VisitStatistics, visitStatisticsSchema } from "./dashboard-schema.ts";

/** Tables whose rows the dashboard only counts. */
export type CountedTable = "projects" | "skills" | "experience" | "education" | "workspace_users";

export async function countRows(table: CountedTable): Promise<number> {
  const rows = getClient("admin").from(table).select("*", { count: "exact", head: true });
  return rows.then(unwrapCount);
}

/** Whether the owner has entered name, profession, goals and contact. */
export async function isIntroduced(): Promise<boolean> {
  const keys = ["displayName", "tagline", "personalStatement", "email"];
  const rows = getClient("admin").from("personal_info").select("*", { count: "exact", head: true });
  const filled = await rows.in("key", keys).neq("value", "").then(unwrapCount);
  return filled === keys.length;
}

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

/** Number of sample entries that still exist unchanged. */
export async function countSampleContent(): Promise<number> {
  return getClient("admin").rpc("count_sample_content").then(unwrap);
}

/** Removes all unchanged sample entries in one transaction. @returns the number removed. */
export async function clearSampleContent(): Promise<number> {
  return getClient("admin").rpc("clear_sample_content").then(unwrap);
}

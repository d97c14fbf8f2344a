import { unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import { type Analytics, analyticsSchema } from "./analytics-schema.ts";

/** Visits, their sources, and clicked links of the last days, including today. */
export async function getAnalytics(days: number): Promise<Analytics> {
  const figures = await getClient("admin").rpc("site_analytics", { days }).then(unwrap);
  return analyticsSchema.parse(figures);
}

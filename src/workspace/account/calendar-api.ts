import { FUNCTIONS_PATH } from "../../../shared/api-paths.ts";
import { unwrap } from "../../lib/errors.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { getClient } from "../../lib/supabase.ts";

export interface CalendarFeed {
  created_at: string;
  last_read_at: string | null;
}

/** The user's private calendar; null when there is none. */
export async function getCalendarFeed(userId: string): Promise<CalendarFeed | null> {
  const [feed] = await feeds()
    .select("created_at, last_read_at")
    .eq("user_id", userId)
    .then(unwrap);
  return feed ?? null;
}

/** Creates the calendar's address, which replaces the earlier one. It cannot be read later. */
export async function createCalendarFeed(): Promise<string> {
  const token = await getClient("workspace").rpc("create_calendar_feed").then(unwrap);
  return `${readClientConfig().supabaseUrl}${FUNCTIONS_PATH}/calendar-feed?token=${token}`;
}

/** Idempotent. */
export async function removeCalendarFeed(userId: string): Promise<void> {
  await feeds().delete().eq("user_id", userId).select("user_id").then(unwrap);
}

const feeds = () => getClient("workspace").from("calendar_feeds");

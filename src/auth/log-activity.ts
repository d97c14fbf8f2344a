import { unwrap } from "../lib/errors.ts";
import { getClient } from "../lib/supabase.ts";

/**
 * Writes down that the workspace user came or went, for the owner to see. The address stays out of
 * it: the column exists, and is always null.
 */
export async function logActivity(userId: string, event: "login" | "logout"): Promise<void> {
  await getClient("workspace")
    .from("workspace_activity_logs")
    .insert({
      user_id: userId,
      event_type: event,
      // The column takes a thousand characters; a browser may claim to be anything.
      device_info: navigator.userAgent.slice(0, 1000),
      ip_address: null,
    })
    .then(unwrap);
}

import { DEVICE_INFO_MAX_LENGTH } from "../../shared/limits.ts";
import { unwrap } from "../lib/errors.ts";
import { getClient } from "../lib/supabase.ts";

/**
 * Records a login or logout of the workspace user for the owner. The IP address column exists but
 * is always null.
 */
export async function logActivity(userId: string, event: "login" | "logout"): Promise<void> {
  await getClient("workspace")
    .from("workspace_activity_logs")
    .insert({
      user_id: userId,
      event_type: event,
      device_info: navigator.userAgent.slice(0, DEVICE_INFO_MAX_LENGTH),
      ip_address: null,
    })
    .then(unwrap);
}

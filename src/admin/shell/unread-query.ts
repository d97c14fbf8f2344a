import { queryOptions } from "@tanstack/react-query";
import { pollEvery, SELDOM_MS } from "../../auth/live-areas.ts";
import { unwrapCount } from "../../lib/errors.ts";

/** Messages arrive while the panel is open. */
const REFRESH_MS = 60_000;

/** Number of unread messages, for the sidebar and the dashboard. */
export const unreadQuery = queryOptions({
  queryKey: ["messages", "unread-count"],
  queryFn: countUnreadMessages,
  refetchInterval: pollEvery("admin", REFRESH_MS, SELDOM_MS),
});

export async function countUnreadMessages(): Promise<number> {
  // Lets the frame paint while supabase-js is loading.
  const { getClient } = await import("../../lib/supabase.ts");
  const messages = getClient("admin").from("messages");
  const unread = messages.select("*", { count: "exact", head: true }).eq("is_read", false);
  return unread.then(unwrapCount);
}

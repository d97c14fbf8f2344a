import { queryOptions } from "@tanstack/react-query";
import { pollEvery, SELDOM_MS } from "../../auth/live-areas.ts";

/** A backup may end while the screen is open. */
const REFRESH_MS = 60_000;

/** Null where the host schedules no backups. */
export const backupStatusQuery = queryOptions({
  queryKey: ["backups", "status"],
  // Lets the screen paint while supabase-js is loading.
  queryFn: async ({ signal }) => (await import("./backup-status-api.ts")).getBackupStatus(signal),
  refetchInterval: pollEvery("admin", REFRESH_MS, SELDOM_MS),
});

import { queryOptions, useMutation } from "@tanstack/react-query";
import type { CountedTable } from "./dashboard-api.ts";

// The screen is painted while supabase-js is still on its way.
const api = () => import("./dashboard-api.ts");

/** Visitors write and come by while the owner looks on. */
const REFRESH_MS = 60_000;

export const unreadQuery = queryOptions({
  queryKey: ["messages", "unread-count"],
  queryFn: async () => (await api()).countUnreadMessages(),
  refetchInterval: REFRESH_MS,
});

export function countQuery(table: CountedTable) {
  return queryOptions({
    queryKey: [table, "count"],
    queryFn: async () => (await api()).countRows(table),
  });
}

/** Days begin at the midnight of this time zone. */
export function visitsQuery(timeZone: string) {
  return queryOptions({
    queryKey: ["visits", "statistics", timeZone],
    queryFn: async () => (await api()).getVisitStatistics(timeZone),
    refetchInterval: REFRESH_MS,
  });
}

export const sampleQuery = queryOptions({
  queryKey: ["sample_content"],
  queryFn: async () => (await api()).countSampleContent(),
});

export function useClearSampleContent() {
  return useMutation({
    mutationFn: async () => (await api()).clearSampleContent(),
    meta: {
      changes: [
        ["sample_content"],
        ["personal_info"],
        ["experience"],
        ["education"],
        ["projects"],
        ["skills"],
        ["skill_categories"],
        ["social_links"],
      ],
    },
  });
}

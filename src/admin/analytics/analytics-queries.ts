import { keepPreviousData, queryOptions } from "@tanstack/react-query";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./analytics-api.ts");

/** Visits arrive while the screen is open. */
const REFRESH_MS = 60_000;

export function analyticsQuery(days: number) {
  return queryOptions({
    queryKey: ["visits", "analytics", days],
    queryFn: async () => (await api()).getAnalytics(days),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

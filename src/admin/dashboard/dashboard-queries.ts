import { queryOptions, useMutation } from "@tanstack/react-query";
import { KIND_NAMES } from "../../../shared/content/kinds.ts";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./dashboard-api.ts");

/** Visits arrive while the dashboard is open. */
const REFRESH_MS = 60_000;

/** Visit counts; days start at midnight in this time zone. */
export function visitsQuery(timeZone: string) {
  return queryOptions({
    queryKey: ["visits", "statistics", timeZone],
    queryFn: async () => (await api()).getVisitStatistics(timeZone),
    refetchInterval: REFRESH_MS,
  });
}

export function useClearSampleContent() {
  return useMutation({
    mutationFn: async () => (await api()).clearSampleContent(),
    meta: { changes: [["personal_info"], ...KIND_NAMES.map((kind) => [kind])] },
  });
}

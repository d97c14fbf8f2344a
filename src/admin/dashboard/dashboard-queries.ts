import { queryOptions, useMutation } from "@tanstack/react-query";
import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import type { CountedTable } from "./dashboard-api.ts";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./dashboard-api.ts");

/** Visits arrive while the dashboard is open. */
const REFRESH_MS = 60_000;

export function countQuery(table: CountedTable) {
  return queryOptions({
    queryKey: [table, "count"],
    queryFn: async () => (await api()).countRows(table),
  });
}

export const introducedQuery = queryOptions({
  queryKey: ["personal_info", "introduced"],
  queryFn: async () => (await api()).isIntroduced(),
});

/** Visit counts; days start at midnight in this time zone. */
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
    meta: { changes: [["sample_content"], ["personal_info"], ...KIND_NAMES.map((kind) => [kind])] },
  });
}

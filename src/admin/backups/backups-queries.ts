import { queryOptions, useMutation } from "@tanstack/react-query";
import type { DownloadRequest } from "./backups-api.ts";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./backups-api.ts");

/** A scheduled backup may end while the screen is open. */
const ARCHIVES_MS = 60_000;

/** Polling interval while a download runs; the longer one detects a download in another tab. */
const PROGRESS_MS = 1000;
const IDLE_MS = 3_000;

export const archivesQuery = queryOptions({
  queryKey: ["backups", "archives"],
  queryFn: async ({ signal }) => (await api()).listArchives(signal),
  refetchInterval: ARCHIVES_MS,
});

export const scheduleQuery = queryOptions({
  queryKey: ["backups", "schedule"],
  queryFn: async ({ signal }) => (await api()).getSchedule(signal),
});

export function useSaveSchedule() {
  return useMutation({
    mutationFn: async (at: string | null) => (await api()).saveSchedule(at),
    meta: { changes: [["backups"]] },
  });
}

export const downloadQuery = queryOptions({
  queryKey: ["downloads"],
  queryFn: async ({ signal }) => (await api()).getDownload(signal),
  refetchInterval: ({ state }) => (state.data ? PROGRESS_MS : IDLE_MS),
});

export function useStartDownload() {
  return useMutation({
    mutationFn: async (request: DownloadRequest) => (await api()).startDownload(request),
    meta: { changes: [["downloads"]] },
  });
}

export function useCancelDownload() {
  return useMutation({
    mutationFn: async () => (await api()).cancelDownload(),
    meta: { changes: [["downloads"]] },
  });
}

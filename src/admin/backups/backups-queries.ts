import { queryOptions, useMutation } from "@tanstack/react-query";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./backups-api.ts");

/** While a download runs, its progress is read this often; otherwise a download may begin in another tab. */
const PROGRESS_MS = 1000;
const IDLE_MS = 10_000;

export const backupsQuery = queryOptions({
  queryKey: ["backups", "archives"],
  queryFn: async () => (await api()).getBackups(),
  refetchInterval: ({ state }) => (state.data?.download ? PROGRESS_MS : IDLE_MS),
});

export function useStartDownload() {
  return useMutation({
    mutationFn: async () => (await api()).startDownload(),
    meta: { changes: [["backups"]] },
  });
}

export function useCancelDownload() {
  return useMutation({
    mutationFn: async () => (await api()).cancelDownload(),
    meta: { changes: [["backups"]] },
  });
}

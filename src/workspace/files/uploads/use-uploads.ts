import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { uploadsOf } from "./user-uploads.ts";

/** The user's uploads; updates on change. */
export function useUploads(userId: string) {
  const client = useQueryClient();
  const uploads = useMemo(() => uploadsOf(userId, client), [userId, client]);
  const jobs = useSyncExternalStore(uploads.subscribe, uploads.get);
  return { uploads, jobs };
}

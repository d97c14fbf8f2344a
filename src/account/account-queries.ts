import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { pollEvery } from "../auth/live-areas.ts";
import type { Area } from "../lib/area.ts";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./account-api.ts");

/** Refetch interval, because other devices sign in and out while the screen is open. */
const SESSIONS_REFRESH_MS = 30_000;

const SESSIONS = ["sessions"] as const;

export function sessionsQuery(area: Area) {
  return queryOptions({
    queryKey: SESSIONS,
    queryFn: async () => (await api()).listSessions(area),
    refetchInterval: pollEvery(area, SESSIONS_REFRESH_MS),
  });
}

export function signInsQuery(area: Area) {
  return queryOptions({
    queryKey: ["sign_ins"],
    queryFn: async () => (await api()).listSignIns(area),
    refetchInterval: pollEvery(area, SESSIONS_REFRESH_MS),
  });
}

export function endSessionsMutation(area: Area) {
  return mutationOptions({
    mutationFn: async (ending: { password: string; id: string | undefined }) =>
      (await api()).endSessions(area, ending),
    meta: { changes: [SESSIONS] },
  });
}

export function changePasswordMutation(area: Area) {
  return mutationOptions({
    mutationFn: async (passwords: { current: string; next: string }) =>
      (await api()).changePassword(area, passwords),
    meta: { changes: [SESSIONS] },
  });
}

export function changeEmailMutation(area: Area) {
  return mutationOptions({
    mutationFn: async (values: { current: string; email: string }) =>
      (await api()).changeEmail(area, values),
  });
}

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  forceLogout,
  listActivity,
  removeFactors,
  saveWorkspaceUser,
} from "./workspace-user-api.ts";
import type { WorkspaceUserValues } from "./workspace-user-schema.ts";

type SaveRequest = Parameters<typeof saveWorkspaceUser>[0];

/** The user signs in and out in another browser, so the log is refetched while visible. */
const LOG_REFRESH_MS = 15_000;

export function activityQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: ["workspace_activity_logs", userId, page],
    queryFn: () => listActivity(userId, page),
    placeholderData: keepPreviousData,
    refetchInterval: LOG_REFRESH_MS,
  });
}

export const saveWorkspaceUserMutation = {
  /** @param sent the form's values at the time, for the caller's `onSuccess`. */
  mutationFn: ({ request }: { request: SaveRequest; sent: WorkspaceUserValues }) =>
    saveWorkspaceUser(request),
  meta: { changes: [["workspace_users"]] },
} as const;

export const forceLogoutMutation = {
  mutationFn: forceLogout,
  meta: { changes: [["workspace_activity_logs"]] },
} as const;

export const removeFactorsMutation = { mutationFn: removeFactors } as const;

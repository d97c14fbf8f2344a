import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { Tables } from "../../../shared/database.types.ts";
import {
  texts,
  type WorkspaceUserRequest,
  workspaceUserFactorsRemoved,
  workspaceUserLoggedOut,
  workspaceUserRequest,
  workspaceUserSaved,
} from "../../../supabase/functions/workspace-user/contract.ts";
import { pollEvery } from "../../auth/live-areas.ts";
import { unwrap, unwrapCount } from "../../lib/errors.ts";
import { functionRefusal } from "../../lib/function-refusal.ts";
import { getClient } from "../../lib/supabase.ts";
import type { WorkspaceUser } from "../shell/workspace-user.ts";

export type ActivityLog = Tables<"workspace_activity_logs">;

/** Number of activity log entries per page. */
export const LOG_PAGE = 50;

/** One page of the user's session events, newest first, and the total number of events. */
export async function listActivity(
  userId: string,
  page: number,
): Promise<{ entries: ActivityLog[]; count: number }> {
  const result = await getClient("admin")
    .from("workspace_activity_logs")
    .select("*", { count: "exact" })
    .eq("user_id", userId)
    .order("created_at", { ascending: false })
    .order("id")
    .range(page * LOG_PAGE, (page + 1) * LOG_PAGE - 1);
  // Entries may have been deleted with their user while a later page was open.
  if (result.error?.code === OUT_OF_RANGE) return { entries: [], count: 0 };
  return { entries: unwrap(result), count: unwrapCount(result) };
}

const OUT_OF_RANGE = "PGRST103";

async function saveWorkspaceUser(
  request: Extract<WorkspaceUserRequest, { action: "create" | "update" }>,
): Promise<Pick<WorkspaceUser, "user_id" | "email" | "username" | "updated_at">> {
  const failure = request.action === "create" ? texts.notCreated : "Could not update user.";
  return (await call(request, workspaceUserSaved, failure)).user;
}

/** Ends every session of the user and replaces the password with the returned one. */
async function forceLogout(): Promise<string> {
  const failure = "Could not log the user out.";
  return (await call({ action: "force-logout" }, workspaceUserLoggedOut, failure))
    .temporaryPassword;
}

/**
 * Removes the user's authenticator apps, so that the password alone suffices.
 * @returns the number of removed apps.
 */
export async function removeFactors(): Promise<number> {
  const failure = "Could not remove the authenticator apps.";
  return (await call({ action: "remove-factors" }, workspaceUserFactorsRemoved, failure)).removed;
}

/** @throws {BackendError} with the function's message for a refusal, otherwise with `failure`. */
async function call<T extends z.ZodType>(
  body: WorkspaceUserRequest,
  answer: T,
  failure: string,
): Promise<z.infer<T>> {
  const { data, error } = await getClient("admin").functions.invoke("workspace-user", { body });
  if (error) throw await functionRefusal(error, failure);
  return answer.parse(data);
}

type SaveRequest = Parameters<typeof saveWorkspaceUser>[0];

/** The user signs in and out in another browser, so the log is refetched while visible. */
const LOG_REFRESH_MS = 15_000;

export function activityQuery(userId: string, page: number) {
  return queryOptions({
    queryKey: ["workspace_activity_logs", userId, page],
    queryFn: () => listActivity(userId, page),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery("admin", LOG_REFRESH_MS),
  });
}

export const saveWorkspaceUserMutation = {
  /** @param sent the form's values at the time of the save, for the caller's `onSuccess`. */
  mutationFn: ({ request }: { request: SaveRequest; sent: WorkspaceUserValues }) =>
    saveWorkspaceUser(request),
  meta: { changes: [["workspace_users"]] },
} as const;

export const forceLogoutMutation = {
  mutationFn: forceLogout,
  meta: { changes: [["workspace_activity_logs"]] },
} as const;

export const removeFactorsMutation = { mutationFn: removeFactors } as const;

const [create, update] = workspaceUserRequest.options;

/** Schemas for creating and for updating the user: only an update may leave the password blank. */
export const workspaceUserSchema = {
  create: create.omit({ action: true }),
  update: update.omit({ action: true }),
};

/** The form values, for both creating and updating the user. */
export type WorkspaceUserValues = z.input<typeof workspaceUserSchema.create>;

import { queryOptions } from "@tanstack/react-query";
import type { Tables } from "../../../shared/database.types.ts";
import { unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";

export type WorkspaceUser = Tables<"workspace_users">;

/** The one account of the workspace; null when none exists yet. */
export const workspaceUserQuery = queryOptions({
  queryKey: ["workspace_users"],
  queryFn: getWorkspaceUser,
});

/** @returns null without an account. */
export async function getWorkspaceUser(): Promise<WorkspaceUser | null> {
  const { data, error, status } = await getClient("admin")
    .from("workspace_users")
    .select()
    .limit(1)
    .maybeSingle();
  if (error?.code === NO_ROWS) return null;
  return error ? unwrap({ data, error, status }) : data;
}

// PostgREST's code for an empty result where one row was requested.
const NO_ROWS = "PGRST116";

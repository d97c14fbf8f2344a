import { z } from "zod";
import type { Backend } from "./backend.ts";

/** The one workspace user, as the owner manages them. */
export const workspaceAccountSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  username: z.string(),
  updated_at: z.string(),
});

export type WorkspaceAccount = z.infer<typeof workspaceAccountSchema>;

const membersSchema = z.array(
  z.object({ user_id: z.string(), role: z.enum(["admin", "workspace"]) }),
);

/** The users with their roles; read with the secret key. */
export async function listMembers(backend: Backend): Promise<z.infer<typeof membersSchema>> {
  return backend.call("/rest/v1/rpc/list_members", membersSchema, { body: {} });
}

/** The account of the given user, or null. Read with the secret key. */
export async function getWorkspaceAccount(
  backend: Backend,
  userId: string,
): Promise<WorkspaceAccount | null> {
  const query = new URLSearchParams({
    select: "user_id,email,username,updated_at",
    user_id: `eq.${userId}`,
  });
  const rows = await backend.call(
    `/rest/v1/workspace_users?${query}`,
    z.array(workspaceAccountSchema),
  );
  return rows[0] ?? null;
}

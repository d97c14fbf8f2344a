import { z } from "zod";
import { Refusal } from "./answers.ts";
import { type Backend, BackendError } from "./backend.ts";
import { listMembers } from "./workspace-account.ts";

/**
 * Rejects callers who do not have the given role. The token only identifies the user; the database
 * is asked whether the session is still active and whether that user currently has the role.
 * @throws {Refusal} 401 without an active session, 403 for any other user, with `text`.
 */
export async function requireRole(
  backend: Backend,
  request: Request,
  role: "admin" | "workspace",
  text: string,
): Promise<void> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token?.includes(".")) throw new Refusal(401, text);
  const user = await backend
    .call("/auth/v1/user", z.object({ id: z.string() }), { token })
    .catch((error: unknown) => {
      if (error instanceof BackendError && error.status < 500) return null;
      throw error;
    });
  if (!user) throw new Refusal(401, text);
  const members = await listMembers(backend);
  const holds = members.some((member) => member.role === role && member.user_id === user.id);
  if (!holds) throw new Refusal(403, text);
}

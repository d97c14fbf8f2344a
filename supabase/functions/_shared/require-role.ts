import { z } from "zod";
import { Refusal } from "./answers.ts";
import { type Backend, BackendError } from "./backend.ts";
import { listMembers } from "./workspace-account.ts";

/**
 * Lets only the holder of a role go on. The token only says who it was made for. Whether its session
 * still lives, and whether that person has the role today, the database is asked.
 * @throws {Refusal} 401 without a live session, 403 for anybody else, with `text`.
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

import { z } from "zod";
import { Refusal } from "./answers.ts";
import { type Backend, BackendError } from "./backend.ts";

const roleSchema = z.enum(["admin", "workspace"]);

export type Role = z.infer<typeof roleSchema>;

interface Member {
  id: string;
  email: string;
  role: Role;
}

/**
 * Rejects callers who do not have the given role.
 * @throws {Refusal} as `requireMember`, and 403 for a member with another role.
 */
export async function requireRole(
  backend: Backend,
  request: Request,
  role: Role,
  text: string,
): Promise<void> {
  if ((await requireMember(backend, request, text)).role !== role) throw new Refusal(403, text);
}

/**
 * The caller, who has a role. The token only identifies the session; the database is asked, as that
 * user, whether the session is still active, has a role, and has proved any second factor of the
 * account.
 * @throws {Refusal} 401 without an active session, 403 for any other user, with `text`.
 */
export async function requireMember(
  backend: Backend,
  request: Request,
  text: string,
): Promise<Member> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token?.includes(".")) throw new Refusal(401, text);
  const user = await backend
    .call("/auth/v1/user", z.object({ id: z.string(), email: z.string() }), { token })
    .catch((error: unknown) => {
      if (error instanceof BackendError && error.status < 500) return null;
      throw error;
    });
  if (!user) throw new Refusal(401, text);
  const role = await backend.call("/rest/v1/rpc/own_role", roleSchema.nullable(), {
    body: {},
    token,
  });
  if (!role) throw new Refusal(403, text);
  return { ...user, role };
}

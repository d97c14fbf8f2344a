import { z } from "zod";
import { Refusal } from "./answers.ts";
import { type Backend, BackendError } from "./backend.ts";

/**
 * Rejects callers who do not have the given role. The token only identifies the session; the
 * database is asked, as that user, whether it is still active, has the role, and has proved a second
 * factor where the account has one.
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
  const held = await backend.call("/rest/v1/rpc/own_role", z.string().nullable(), {
    body: {},
    token,
  });
  if (held !== role) throw new Refusal(403, text);
}

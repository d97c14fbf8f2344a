import { z } from "zod";
import { answerPost, Refusal } from "../_shared/answers.ts";
import { type Backend, createBackend } from "../_shared/backend.ts";
import type { FunctionEnvironment, FunctionHandler } from "../_shared/environment.ts";
import { openSession } from "../_shared/open-session.ts";
import { requireMember } from "../_shared/require-role.ts";
import { CHANGE_EMAIL_CODES as CODES, changeEmailRequest, type EmailChanged } from "./contract.ts";

/**
 * Changes the caller's own email at once, with the current password, as Foyer's own host does.
 * Supabase Auth itself would mail a link to both addresses, which needs a separate SMTP server.
 */
export function createHandler(env: FunctionEnvironment): FunctionHandler {
  const backend = createBackend(env);
  return (request) =>
    answerPost(request, changeEmailRequest, async ({ email, password }): Promise<EmailChanged> => {
      const user = await requireMember(backend, request, "Sign in to change your email.");
      await requirePassword(backend, user.email, password);
      if (await isTaken(backend, email, user.id)) {
        const details = { code: CODES.taken };
        throw new Refusal(409, "Another account uses this email address.", { details });
      }
      const body = { email, email_confirm: true };
      const path = `/auth/v1/admin/users/${user.id}`;
      return backend.call(path, z.object({ email: z.string() }), { method: "PUT", body });
    });
}

/** Signs in with the password, so that Auth's limits apply, and ends that session. */
async function requirePassword(backend: Backend, email: string, password: string): Promise<void> {
  const session = await openSession(backend, email, password);
  if (!session) {
    const details = { code: CODES.wrongPassword };
    throw new Refusal(400, "Your current password is incorrect.", { details });
  }
  const token = session.access_token;
  await backend.call("/auth/v1/logout?scope=local", z.unknown(), { method: "POST", token });
}

/** Auth itself reports a taken address as an internal error. A site has two accounts. */
async function isTaken(backend: Backend, email: string, userId: string): Promise<boolean> {
  const { users } = await backend.call("/auth/v1/admin/users?per_page=1000", usersSchema);
  return users.some((one) => one.id !== userId && one.email?.toLowerCase() === email);
}

const usersSchema = z.object({
  users: z.array(z.object({ id: z.string(), email: z.string().nullish() })),
});

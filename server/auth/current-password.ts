import { z } from "zod";
import type { Sql } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import { PASSWORD_QUEUE_RETRY_SECONDS } from "../limits/limits.ts";
import { PasswordsBusyError } from "./passwords.ts";
import type { RequestSource } from "./request-source.ts";
import { type SignInDeps, tooManyAttempts } from "./sign-in.ts";
import { countAttempt, typedNameOf } from "./sign-in-limits.ts";
import type { AuthUser } from "./users.ts";

export type CurrentPasswordDeps = Omit<SignInDeps, "issuer">;

/** `current_password` of a request's body; empty when it is missing. */
export const currentPasswordSchema = z.string().max(1000).default("");

/**
 * Asks for the account's password, which a stolen session does not have. The attempt is counted
 * before it is checked, like a sign-in.
 * @returns the stored hash it was verified against, to be compared again in the change's transaction.
 */
export async function verifyCurrentPassword(
  deps: CurrentPasswordDeps,
  user: AuthUser,
  password: string,
  source: RequestSource,
): Promise<{ hash: string } | Response> {
  if (password === "") {
    return authError(400, "current_password_required", "Enter your current password.");
  }
  const typedName = typedNameOf(user.email);
  const hit = await countAttempt(deps, { ...source, typedName, userId: user.id });
  if (!hit.allowed) {
    deps.log.recordFailure(user.id, "limited", source);
    return tooManyAttempts(hit.retryAfterSeconds);
  }
  const hash = await hashOf(deps.sql, user.id);
  try {
    if (!(await deps.passwords.verify(password, hash)) || hash === null) {
      deps.log.recordFailure(user.id, "wrong_password", source);
      return wrongPassword();
    }
  } catch (error) {
    if (!(error instanceof PasswordsBusyError)) throw error;
    await hit.refund();
    return tooManyAttempts(PASSWORD_QUEUE_RETRY_SECONDS);
  }
  await hit.refund();
  return { hash };
}

export const wrongPassword = () =>
  authError(400, "current_password_invalid", "Your current password is incorrect.");

async function hashOf(sql: Sql, userId: string): Promise<string | null> {
  const [account] = await sql<{ hash: string | null }[]>`
    select encrypted_password as hash from auth.users where id = ${userId}`;
  return account?.hash ?? null;
}

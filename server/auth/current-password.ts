import { z } from "zod";
import type { Sql } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import { type ActiveUser, hasVerifiedFactor } from "./active-user.ts";
import { hasJustProvedFactor } from "./factors/factors.ts";
import type { RequestSource } from "./request-source.ts";
import { type AccountDeps, checkAttempt, typedNameOf } from "./sign-in-limits.ts";
import type { AuthUser } from "./users.ts";

/** `current_password` of a request's body; empty when it is missing. */
export const currentPasswordSchema = z.string().max(1000).default("");

/**
 * Verifies the account's password, which a stolen session does not have. The attempt is counted
 * before it is checked, like a sign-in.
 * @returns the stored hash it was verified against, to compare again in the change's transaction.
 * @throws {HTTPException} in GoTrue's shape.
 */
export async function verifyCurrentPassword(
  deps: AccountDeps,
  user: AuthUser,
  password: string,
  source: RequestSource,
): Promise<string> {
  if (password === "") {
    throw authError(400, "current_password_required", "Enter your current password.");
  }
  const attempt = { ...source, typedName: typedNameOf(user.email), userId: user.id };
  const { passed: hash, refund } = await checkAttempt(deps, attempt, "wrong_password", async () => {
    const stored = await hashOf(deps.sql, user.id);
    const matches = await deps.passwords.verify(password, stored);
    if (!matches || stored === null) throw wrongPassword();
    return stored;
  });
  await refund();
  return hash;
}

export const wrongPassword = () =>
  authError(400, "current_password_invalid", "Your current password is incorrect.");

/**
 * Requires proof that the caller owns the account, for actions that a stolen session must not
 * perform: the current password and, with a second factor, a recent code.
 * @throws {HTTPException} in GoTrue's shape.
 */
export async function confirmIdentity(
  deps: AccountDeps,
  { user, sessionId }: ActiveUser,
  password: string,
  source: RequestSource,
): Promise<void> {
  await verifyCurrentPassword(deps, user, password, source);
  if (!hasVerifiedFactor(user) || (await hasJustProvedFactor(deps.sql, sessionId))) return;
  throw authError(403, "reauthentication_needed", "Enter a code of your authenticator app first.");
}

async function hashOf(sql: Sql, userId: string): Promise<string | null> {
  const [account] = await sql<{ hash: string | null }[]>`
    select encrypted_password as hash from auth.users where id = ${userId}`;
  return account?.hash ?? null;
}

import { authError } from "../http/error-responses.ts";
import { type ActiveUser, hasVerifiedFactor } from "./active-user.ts";
import { type CurrentPasswordDeps, verifyCurrentPassword } from "./current-password.ts";
import { hasJustProvedFactor } from "./factors/factors.ts";
import type { RequestSource } from "./request-source.ts";

/**
 * Makes sure that the person with the session is the account's owner, before what a stolen session
 * must not be able to do: the current password, and with a second factor a recent code.
 * @returns the refusal, or null.
 */
export async function confirmIdentity(
  deps: CurrentPasswordDeps,
  { user, sessionId }: ActiveUser,
  password: string,
  source: RequestSource,
): Promise<Response | null> {
  const verified = await verifyCurrentPassword(deps, user, password, source);
  if (verified instanceof Response) return verified;
  if (!hasVerifiedFactor(user) || (await hasJustProvedFactor(deps.sql, sessionId))) return null;
  return authError(403, "reauthentication_needed", "Enter a code of your authenticator app first.");
}

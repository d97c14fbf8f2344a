import { authError } from "../http/error-responses.ts";
import { CODE_CONFIRMS_SECONDS } from "../limits/limits.ts";
import { type ActiveUser, hasVerifiedFactor } from "./active-user.ts";
import { type AccountDeps, verifyCurrentPassword } from "./own-account.ts";
import type { RequestSource } from "./request-source.ts";

/**
 * Makes sure that the person with the session is the account's owner, before what a stolen session
 * must not be able to do: the current password, and with a second factor a code that this session
 * verified within the last minutes.
 * @returns the refusal, or null.
 */
export async function confirmIdentity(
  deps: AccountDeps,
  { user, sessionId }: ActiveUser,
  password: string,
  source: RequestSource,
): Promise<Response | null> {
  const verified = await verifyCurrentPassword(deps, user, password, source);
  if (verified instanceof Response) return verified;
  if (!hasVerifiedFactor(user)) return null;
  const codes = await deps.sql`
    select from auth.mfa_amr_claims
    where session_id = ${sessionId} and authentication_method = 'totp'
      and updated_at > now() - ${`${CODE_CONFIRMS_SECONDS} seconds`}::interval`;
  if (codes.length > 0) return null;
  return authError(401, "insufficient_aal", "Enter a code of your authenticator app.");
}

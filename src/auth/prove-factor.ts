import type { Area } from "../lib/area.ts";
import { BackendError } from "../lib/errors.ts";
import { createEphemeralClient } from "../lib/supabase.ts";
import { authFailure } from "./auth-failure.ts";
import { dropSession, requireRole, type Tokens } from "./open-session.ts";
import { EXPIRED } from "./pending-sign-in.ts";
import { SIGN_IN_EXPIRED } from "./texts.ts";

/**
 * Proves a second factor for a session that is not stored.
 *
 * @returns the tokens of the proved session, whose role was verified.
 * @throws {BackendError} with the text to show; with the code `EXPIRED` when only the password can
 *   continue the sign-in.
 */
export async function proveFactor(
  area: Area,
  { access_token, refresh_token }: Tokens,
  factorId: string,
  code: string,
): Promise<Tokens> {
  const once = createEphemeralClient();
  const opened = await once.auth.setSession({ access_token, refresh_token });
  if (opened.error) throw orExpired(authFailure(opened.error));
  const { data, error } = await once.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw orExpired(authFailure(error));
  await requireRole(area, once, data);
  return data;
}

/** Ends a sign-in that waits for its code; never fails. */
export async function dropPendingSignIn(tokens: Tokens): Promise<void> {
  await dropSession(createEphemeralClient(), tokens);
}

function orExpired(failure: BackendError): BackendError {
  const { status, code } = failure;
  const isExpired =
    [401, 403].includes(status) || ENDED.has(code) || (status === 400 && code === "");
  return isExpired ? new BackendError(SIGN_IN_EXPIRED, { status, code: EXPIRED }) : failure;
}

const ENDED = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "mfa_factor_not_found",
]);

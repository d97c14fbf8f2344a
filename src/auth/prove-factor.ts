import type { Area } from "../lib/area.ts";
import { BackendError, unwrap } from "../lib/errors.ts";
import { type Client, createEphemeralClient } from "../lib/supabase.ts";
import { authFailure } from "./auth-failure.ts";
import { dropSession, requireRole, type Tokens } from "./open-session.ts";
import { EXPIRED } from "./pending-sign-in.ts";
import { SIGN_IN_EXPIRED } from "./texts.ts";

/**
 * Proves a second factor for a session that is not stored, or removes all of them with a recovery
 * code.
 *
 * @param factorId null for a recovery code.
 * @returns the tokens of the proved session, whose role was verified.
 * @throws {BackendError} with the text to show; with the code `EXPIRED` when only the password can
 *   continue the sign-in.
 */
export async function proveFactor(
  area: Area,
  { access_token, refresh_token }: Tokens,
  factorId: string | null,
  code: string,
): Promise<Tokens> {
  const once = createEphemeralClient();
  const opened = await once.auth.setSession({ access_token, refresh_token });
  if (opened.error) throw orExpired(authFailure(opened.error));
  if (factorId === null) {
    await enterRecoveryCode(once, code);
    await requireRole(area, once, { access_token, refresh_token });
    // Setting the session may have refreshed it.
    return opened.data.session ?? { access_token, refresh_token };
  }
  const { data, error } = await once.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw orExpired(authFailure(error));
  await requireRole(area, once, data);
  return data;
}

/** Ends a sign-in that waits for its code; never fails. */
export async function dropPendingSignIn(tokens: Tokens): Promise<void> {
  await dropSession(createEphemeralClient(), tokens);
}

async function enterRecoveryCode(once: Client, code: string): Promise<void> {
  const result = await once.rpc("use_recovery_code", { code });
  if (result.error && [401, 403].includes(result.status)) throw expired(result.status);
  const outcome: string | null = unwrap(result);
  if (outcome === null) throw expired(403);
  const text = REFUSALS[outcome];
  if (text) throw new BackendError(text, { status: 422 });
}

const REFUSALS: Record<string, string | undefined> = {
  wrong: "This recovery code is wrong or was already used.",
  limited: "Too many wrong codes. Try again in an hour.",
};

const expired = (status: number) => new BackendError(SIGN_IN_EXPIRED, { status, code: EXPIRED });

function orExpired(failure: BackendError): BackendError {
  const { status, code } = failure;
  const isExpired =
    [401, 403].includes(status) || ENDED.has(code) || (status === 400 && code === "");
  return isExpired ? expired(status) : failure;
}

const ENDED = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "mfa_factor_not_found",
]);

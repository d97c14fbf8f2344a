import type { Session } from "@supabase/supabase-js";
import type { Area } from "../lib/area.ts";
import { BackendError, unwrap } from "../lib/errors.ts";
import { type Client, createEphemeralClient } from "../lib/supabase.ts";
import { authFailure } from "./auth-failure.ts";
import { dropSession, requireRole } from "./open-session.ts";
import { EXPIRED } from "./pending-sign-in.ts";
import { SIGN_IN_EXPIRED } from "./texts.ts";

/**
 * Verifies a second factor for a session that is not stored, or removes all factors with a recovery
 * code.
 * ¶
 * @param factorId null for a recovery code.
 * @returns the session after verifying its role.
 * @throws {BackendError} with the text to show; its code is `EXPIRED` when the password is needed
 * again.
 */
export async function proveFactor(
  area: Area,
  opened: Session,
  factorId: string | null,
  code: string,
): Promise<Session> {
  const once = createEphemeralClient(opened);
  if (factorId === null) await enterRecoveryCode(once, code);
  else {
    const { error } = await once.auth.mfa.challengeAndVerify({ factorId, code });
    if (error) throw orExpired(authFailure(error));
  }
  const { session } = (await once.auth.getSession()).data;
  if (!session) throw expired(401);
  await requireRole(area, once, session);
  return session;
}

/** Ends a pending sign-in; never fails. */
export async function dropPendingSignIn(session: Session): Promise<void> {
  await dropSession(createEphemeralClient(), session);
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

import { z } from "zod";
import { authError } from "../../http/error-responses.ts";
import type { Log } from "../../log/log.ts";
import { type ActiveUser, needsFactor } from "../active-user.ts";
import type { RequestSource } from "../request-source.ts";
import { raiseSession, type Session } from "../sessions.ts";
import { type SignInDeps, tooManyAttempts } from "../sign-in.ts";
import { countAttempt, typedNameOf } from "../sign-in-limits.ts";
import { type ChallengeState, type StoredFactor, stateOfChallenge, useCode } from "./factors.ts";
import type { SecretBox } from "./secret-box.ts";
import { stepOfCode } from "./totp.ts";

export interface VerifyDeps extends Omit<SignInDeps, "passwords" | "log"> {
  box: SecretBox;
  signInLog: SignInDeps["log"];
  log: Log;
}

const answerSchema = z.object({ challenge_id: z.uuid(), code: z.string().min(1).max(20) });

/**
 * Verifies a code and raises the session to `aal2`. Every other session of the account that has not
 * proved a factor ends. Codes are counted by the limits of passwords, before they are checked.
 */
export async function verifyFactor(
  deps: VerifyDeps,
  active: ActiveUser,
  factor: StoredFactor,
  body: unknown,
  source: RequestSource,
): Promise<Session | Response> {
  const { user, sessionId } = active;
  const answer = answerSchema.safeParse(body);
  if (!answer.success) return authError(400, "validation_failed", "Code needs to be non-empty");
  const { challenge_id: challengeId, code } = answer.data;
  // Otherwise a factor enrolled with the password alone could replace the code of a verified one.
  if (factor.status === "unverified" && needsFactor(active)) {
    return authError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
  const refusal = challengeRefusal(await stateOfChallenge(deps.sql, factor.id, challengeId));
  if (refusal) return refusal;
  const typedName = typedNameOf(user.email);
  const hit = await countAttempt(deps, { ...source, typedName, userId: user.id });
  if (!hit.allowed) {
    deps.signInLog.recordFailure(user.id, "limited", source);
    return tooManyAttempts(hit.retryAfterSeconds);
  }
  const secret = deps.box.open(factor.secret, factor.id);
  if (secret === null) {
    deps.log.error(
      "A second factor was set up with other keys than this site's. npm run owner removes the owner's.",
    );
  }
  const step = secret === null ? null : stepOfCode(secret, code.replace(/\s/g, ""));
  const session =
    step === null ? null : await raiseOnce(deps, { user, sessionId, factor, challengeId, step });
  if (!session) {
    deps.signInLog.recordFailure(user.id, "wrong_code", source);
    return authError(422, "mfa_verification_failed", "Invalid TOTP code entered");
  }
  await Promise.all([hit.refund(), deps.clients.remember(user.id, source)]);
  return session;
}

interface VerifiedCode extends Pick<ActiveUser, "user" | "sessionId"> {
  factor: StoredFactor;
  challengeId: string;
  step: number;
}

/** @returns null when the code or the challenge was used before, or the session has ended. */
async function raiseOnce(
  { sql, issuer }: VerifyDeps,
  { user, sessionId, factor, challengeId, step }: VerifiedCode,
): Promise<Session | null> {
  try {
    return await sql.begin(async (tx) => {
      if (!(await useCode(tx, { factorId: factor.id, challengeId, step }))) throw new Rollback();
      await tx`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`;
      await tx`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionId}
        and coalesce(aal, 'aal1') < 'aal2'`;
      const raised = { userId: user.id, sessionId, factorId: factor.id };
      const session = await raiseSession(tx, issuer, raised);
      if (!session) throw new Rollback();
      return session;
    });
  } catch (error) {
    if (error instanceof Rollback) return null;
    throw error;
  }
}

class Rollback extends Error {}

function challengeRefusal(state: ChallengeState): Response | null {
  switch (state) {
    case "open":
      return null;
    case "expired":
      return authError(
        422,
        "mfa_challenge_expired",
        "MFA challenge has expired, verify against another challenge or create a new challenge.",
      );
    case "used":
    case "unknown":
      return authError(
        422,
        "mfa_factor_not_found",
        "MFA factor with the provided challenge ID not found",
      );
  }
}

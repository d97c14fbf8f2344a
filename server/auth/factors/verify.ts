import { z } from "zod";
import type { Sql } from "../../database/connect.ts";
import { authError } from "../../http/error-responses.ts";
import type { Log } from "../../log/log.ts";
import { type ActiveUser, needsFactor } from "../active-user.ts";
import type { RequestSource } from "../request-source.ts";
import { raiseSession, type Session, type TokenIssuer } from "../sessions.ts";
import { type AccountDeps, checkAttempt, typedNameOf } from "../sign-in-limits.ts";
import { needsCode } from "./enroll.ts";
import { type StoredFactor, stateOfChallenge, useCode } from "./factors.ts";
import type { SecretBox } from "./secret-box.ts";
import { stepOfCode } from "./totp.ts";

export interface VerifyDeps {
  account: AccountDeps;
  issuer: TokenIssuer;
  box: SecretBox;
  log: Log;
}

const answerSchema = z.object({ challenge_id: z.uuid(), code: z.string().min(1).max(20) });

/**
 * Verifies a code and raises the session to `aal2`. All other sessions of the account without a
 * verified factor end. Codes count toward the limits of passwords, before they are checked.
 * @throws {HTTPException} in GoTrue's shape.
 */
export async function verifyFactor(
  deps: VerifyDeps,
  active: ActiveUser,
  factor: StoredFactor,
  body: unknown,
  source: RequestSource,
): Promise<Session> {
  const { account, box, log } = deps;
  const { user } = active;
  const answer = answerSchema.safeParse(body);
  if (!answer.success) throw authError(400, "validation_failed", "Code needs to be non-empty");
  const { challenge_id: challengeId, code } = answer.data;
  // Otherwise, the password alone could enroll a factor that replaces a verified one.
  if (factor.status === "unverified" && needsFactor(active)) throw needsCode();
  await checkChallenge(account.sql, factor.id, challengeId);
  const attempt = { ...source, typedName: typedNameOf(user.email), userId: user.id };
  const { passed: session, refund } = await checkAttempt(account, attempt, "wrong_code", () => {
    const secret = box.open(factor.secret, factor.id);
    if (secret === null) {
      log.error(
        "A second factor was set up with other keys than this site's. npm run owner removes the owner's.",
      );
    }
    const step = secret === null ? null : stepOfCode(secret, code.replace(/\s/g, ""));
    return raiseOnce(deps, active, factor, { challengeId, step });
  });
  await Promise.all([refund(), account.clients.remember(user.id, source)]);
  return session;
}

/**
 * @param proof its step is null for a wrong code.
 * @throws {HTTPException} also when the code or the challenge was used before, or the session has
 *   ended.
 */
async function raiseOnce(
  { account, issuer }: VerifyDeps,
  { user, sessionId }: ActiveUser,
  { id: factorId }: StoredFactor,
  proof: { challengeId: string; step: number | null },
): Promise<Session> {
  const { challengeId, step } = proof;
  if (step === null) throw wrongCode();
  return account.sql.begin(async (tx) => {
    if (!(await useCode(tx, { factorId, challengeId, step }))) throw wrongCode();
    await tx`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`;
    await tx`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionId}
      and coalesce(aal, 'aal1') < 'aal2'`;
    const session = await raiseSession(tx, issuer, { userId: user.id, sessionId, factorId });
    if (!session) throw wrongCode();
    return session;
  });
}

const wrongCode = () => authError(422, "mfa_verification_failed", "Invalid TOTP code entered");

async function checkChallenge(sql: Sql, factorId: string, challengeId: string): Promise<void> {
  const state = await stateOfChallenge(sql, factorId, challengeId);
  if (state === "open") return;
  if (state === "expired") {
    throw authError(
      422,
      "mfa_challenge_expired",
      "MFA challenge has expired, verify against another challenge or create a new challenge.",
    );
  }
  const message = "MFA factor with the provided challenge ID not found";
  throw authError(422, "mfa_factor_not_found", message);
}

import { randomUUID } from "node:crypto";
import type { Sql } from "../../database/connect.ts";
import type { AuthFactor, Queries } from "../users.ts";

/**
 * Seconds after which the next enrollment may remove an unverified factor, as in GoTrue.
 * @limit visitors: a second factor that was not verified
 */
const UNVERIFIED_FACTOR_SECONDS = 5 * 60;

/**
 * Seconds for entering the code of a challenge; GoTrue's default.
 * @limit visitors: entering the code of a second factor
 */
const FACTOR_CHALLENGE_SECONDS = 5 * 60;

/**
 * Seconds after a code during which its session may remove a factor or download an archive.
 * @limit visitors: removing a second factor or downloading an archive, after a code
 */
const FACTOR_PROOF_SECONDS = 2 * 60;

/**
 * Maximum number of open challenges of a factor; two browsers that sign in at once need one each.
 */
const CHALLENGES_PER_FACTOR = 20;

/** A factor with the data needed to verify a code. */
export interface StoredFactor {
  id: string;
  userId: string;
  status: AuthFactor["status"];
  /** Encrypted by the secret box. */
  secret: string;
}

export async function getFactor(
  sql: Queries,
  userId: string,
  factorId: string,
): Promise<StoredFactor | null> {
  const [factor] = await sql<StoredFactor[]>`
    select id, user_id as "userId", status, secret from auth.mfa_factors
    where id = ${factorId} and user_id = ${userId}`;
  return factor ?? null;
}

/** Deletes the user's factors whose enrollment was abandoned. */
export async function deleteAbandonedFactors(tx: Queries, userId: string): Promise<void> {
  await tx`delete from auth.mfa_factors as factor
    where user_id = ${userId} and status = 'unverified'
      and created_at < now() - ${`${UNVERIFIED_FACTOR_SECONDS} seconds`}::interval
      and not exists (select from auth.mfa_challenges where factor_id = factor.id
        and created_at > now() - ${`${FACTOR_CHALLENGE_SECONDS} seconds`}::interval)`;
}

/** Creates a challenge; expired and surplus ones are deleted. */
export async function addChallenge(
  sql: Sql,
  factorId: string,
): Promise<{ id: string; expiresAt: number }> {
  const id = randomUUID();
  const [added] = await sql.begin(async (tx) => {
    await tx`update auth.mfa_factors set last_challenged_at = now() where id = ${factorId}`;
    await tx`delete from auth.mfa_challenges where factor_id = ${factorId} and (
      created_at < now() - ${`${FACTOR_CHALLENGE_SECONDS} seconds`}::interval
      or id in (select id from auth.mfa_challenges where factor_id = ${factorId}
        order by created_at desc offset ${CHALLENGES_PER_FACTOR - 1}))`;
    return tx<{ createdAt: number }[]>`
      insert into auth.mfa_challenges (id, factor_id) values (${id}, ${factorId})
      returning extract(epoch from created_at)::float8 as "createdAt"`;
  });
  if (!added) throw new Error("The challenge was not added.");
  return { id, expiresAt: Math.floor(added.createdAt) + FACTOR_CHALLENGE_SECONDS };
}

type ChallengeState = "open" | "used" | "expired" | "unknown";

export async function stateOfChallenge(
  sql: Queries,
  factorId: string,
  challengeId: string,
): Promise<ChallengeState> {
  const [row] = await sql<{ state: ChallengeState }[]>`
    select case
      when verified_at is not null then 'used'
      when created_at < now() - ${`${FACTOR_CHALLENGE_SECONDS} seconds`}::interval then 'expired'
      else 'open' end as state
    from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factorId}`;
  return row?.state ?? "unknown";
}

/**
 * Uses up a challenge and a time step: of concurrent calls, on any server, only one succeeds.
 * @returns whether this call succeeded.
 */
export async function useCode(
  tx: Queries,
  { factorId, challengeId, step }: { factorId: string; challengeId: string; step: number },
): Promise<boolean> {
  // The factor's row serves as the lock. Steps older than the last used one are refused as well.
  const stepped =
    await tx`update auth.mfa_factors set last_totp_step = ${step}, status = 'verified',
      updated_at = now()
    where id = ${factorId} and (last_totp_step is null or last_totp_step < ${step}) returning id`;
  if (stepped.length === 0) return false;
  const used = await tx`update auth.mfa_challenges set verified_at = now()
    where id = ${challengeId} and factor_id = ${factorId} and verified_at is null returning id`;
  return used.length > 0;
}

/** Whether a code was entered in this session within `FACTOR_PROOF_SECONDS`. */
export async function hasJustProvedFactor(sql: Sql, sessionId: string): Promise<boolean> {
  const proofs = await sql`
    select 1 from auth.mfa_amr_claims
    where session_id = ${sessionId} and authentication_method = 'totp'
      and updated_at > now() - ${`${FACTOR_PROOF_SECONDS} seconds`}::interval`;
  return proofs.length > 0;
}

/** Deletes a factor and lowers the sessions that it raised. */
export async function deleteFactor(tx: Queries, factorId: string): Promise<void> {
  await tx`delete from auth.mfa_factors where id = ${factorId}`;
  const lowered = await tx<{ id: string }[]>`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
    where factor_id = ${factorId} returning id`;
  const ids = lowered.map(({ id }) => id);
  await tx`delete from auth.mfa_amr_claims
    where session_id = any(${ids}::uuid[]) and authentication_method = 'totp'`;
}

/**
 * Deletes all factors of a user, after a lost device.
 * @returns the number of verified ones.
 */
export async function deleteAllFactors(tx: Queries, userId: string): Promise<number> {
  const factors = await tx<{ id: string; status: string }[]>`
    select id, status from auth.mfa_factors where user_id = ${userId}`;
  for (const { id } of factors) await deleteFactor(tx, id);
  return factors.filter(({ status }) => status === "verified").length;
}

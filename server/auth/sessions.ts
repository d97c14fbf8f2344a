import { randomBytes, randomUUID } from "node:crypto";
import { sign } from "hono/jwt";
import type { Sql } from "../database/connect.ts";
import { AUDIENCE } from "./caller.ts";
import {
  type AuthUser,
  getUserRow,
  type Queries,
  toAuthUser,
  type UserRow,
  userColumns,
} from "./users.ts";

/**
 * Lifetime in seconds. Revocation takes effect earlier, because policies require the session to
 * exist.
 * @limit visitors: an access token
 */
const ACCESS_TOKEN_SECONDS = 60 * 60;

/**
 * Seconds for which a used refresh token is still accepted, as in GoTrue: two tabs that wake up at
 * once send the same token, and a response may be lost.
 * @limit visitors: a used refresh token
 */
const REFRESH_TOKEN_REUSE_SECONDS = 10;

/** A session in the format GoTrue sends and supabase-js stores. */
export interface Session {
  access_token: string;
  token_type: "bearer";
  /** Lifetime in seconds. */
  expires_in: number;
  /** Seconds since 1970. */
  expires_at: number;
  refresh_token: string;
  user: AuthUser;
}

export interface TokenIssuer {
  jwtSecret: string;
  /** Such as `https://site/auth/v1`, the tokens' `iss`. */
  issuer: string;
}

/** Facts about the browser that a session records. */
export interface SessionOrigin {
  userAgent: string | null;
  /** A network as returned by `networkOf`; null when unknown. */
  network: string | null;
}

/**
 * Opens a session for a user whose password was just verified against `verifiedHash`.
 * @returns null when the account was changed, banned or deleted in the meantime.
 */
export async function createSession(
  sql: Sql,
  issuer: TokenIssuer,
  { userId, verifiedHash }: { userId: string; verifiedHash: string },
  { userAgent, network }: SessionOrigin,
): Promise<Session | null> {
  const opened = await sql.begin(async (tx) => {
    const [user] = await tx<UserRow[]>`
      update auth.users as u set last_sign_in_at = now(), updated_at = now()
      where id = ${userId} and encrypted_password = ${verifiedHash} and deleted_at is null
        and (banned_until is null or banned_until < now())
      returning ${userColumns(tx)}`;
    if (!user) return null;
    const sessionId = randomUUID();
    await tx`insert into auth.sessions (id, user_id, aal, user_agent, ip, created_at, updated_at)
      values (${sessionId}, ${userId}, 'aal1', ${userAgent}, ${network}, now(), now())`;
    await tx`update auth.identities set last_sign_in_at = now(), updated_at = now()
      where user_id = ${userId} and provider = 'email'`;
    const refreshToken = await addRefreshToken(tx, userId, sessionId, null);
    return { user, sessionId, refreshToken };
  });
  if (!opened) return null;
  const signedInAt = Math.floor(Date.now() / 1000);
  const proof: Proof = { aal: "aal1", signedInAt, codeAt: null };
  return sessionOf(issuer, opened.user, opened.sessionId, opened.refreshToken, proof);
}

/**
 * Raises a session to `aal2` after a second factor was verified, within the caller's transaction.
 * Its earlier refresh tokens are deleted, because a copy made before the code must not give access
 * to the raised session.
 * @returns null when the session has ended.
 */
export async function raiseSession(
  tx: Queries,
  issuer: TokenIssuer,
  { userId, sessionId, factorId }: { userId: string; sessionId: string; factorId: string },
): Promise<Session | null> {
  const [session] = await tx<{ signedInAt: number }[]>`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now()
    where id = ${sessionId} and user_id = ${userId} and (not_after is null or not_after > now())
    returning extract(epoch from created_at)::float8 as "signedInAt"`;
  const user = await getUserRow(tx, userId);
  if (!session || !user) return null;
  await tx`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method)
    values (${randomUUID()}, ${sessionId}, 'totp')
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
  await tx`delete from auth.refresh_tokens where session_id = ${sessionId}`;
  const refreshToken = await addRefreshToken(tx, userId, sessionId, null);
  const codeAt = Math.floor(Date.now() / 1000);
  const signedInAt = Math.floor(session.signedInAt);
  return sessionOf(issuer, user, sessionId, refreshToken, { aal: "aal2", signedInAt, codeAt });
}

export type RefreshRefusal = "not-found" | "expired" | "already-used" | "banned";

/**
 * Exchanges a refresh token for the next. Reuse of a token indicates theft and ends the whole
 * session, except within ten seconds of its first use, when the current token is returned again.
 */
export async function refreshSession(
  sql: Sql,
  issuer: TokenIssuer,
  refreshToken: string,
  { userAgent, network }: SessionOrigin,
): Promise<{ session: Session } | { refused: RefreshRefusal }> {
  const outcome = await sql.begin(async (tx) => {
    // The session's row serves as the lock, which serializes concurrent refreshes.
    const [found] = await tx<RefreshRow[]>`
      select t.id, t.revoked, t.user_id as "userId", s.id as "sessionId",
        extract(epoch from s.created_at)::float8 as "signedInAt", coalesce(s.aal, 'aal1') as aal,
        (select extract(epoch from updated_at)::float8 from auth.mfa_amr_claims
          where session_id = s.id and authentication_method = 'totp') as "codeAt",
        t.updated_at > now() - ${`${REFRESH_TOKEN_REUSE_SECONDS} seconds`}::interval as "justUsed",
        coalesce(s.not_after <= now(), false) as "isOver"
      from auth.refresh_tokens as t join auth.sessions as s on s.id = t.session_id
      where t.token = ${refreshToken}
      for update of s, t`;
    if (!found) return { refused: "not-found" as const };
    if (found.isOver) return { refused: "expired" as const };
    const { sessionId, userId } = found;
    const [user] = await tx<(UserRow & { banned: boolean })[]>`
      select ${userColumns(tx)}, coalesce(u.banned_until > now(), false) as banned
      from auth.users as u where u.id = ${userId} and u.deleted_at is null`;
    if (!user) return { refused: "not-found" as const };
    if (user.banned) return { refused: "banned" as const };
    if (found.revoked && !found.justUsed) {
      await tx`delete from auth.sessions where id = ${sessionId}`;
      return { refused: "already-used" as const };
    }
    const next = found.revoked
      ? await currentRefreshToken(tx, sessionId)
      : await rotate(tx, found, refreshToken);
    if (!next) return { refused: "not-found" as const };
    await tx`update auth.sessions set updated_at = now(), user_agent = ${userAgent}, ip = ${network},
        refreshed_at = now() at time zone 'utc'
      where id = ${sessionId}`;
    const proof: Proof = {
      aal: found.aal,
      signedInAt: Math.floor(found.signedInAt),
      codeAt: found.codeAt && Math.floor(found.codeAt),
    };
    return { user, sessionId, next, proof };
  });
  if ("refused" in outcome) return { refused: outcome.refused ?? "not-found" };
  const { user, sessionId, next, proof } = outcome;
  return { session: await sessionOf(issuer, user, sessionId, next, proof) };
}

/** The session's assurance level, or null when the session has ended. */
export async function getSession(
  sql: Sql,
  userId: string,
  sessionId: string,
): Promise<{ aal: Aal } | null> {
  const [row] = await sql<{ aal: Aal }[]>`
    select coalesce(aal, 'aal1') as aal from auth.sessions
    where id = ${sessionId} and user_id = ${userId} and (not_after is null or not_after > now())`;
  return row ?? null;
}

/**
 * @param provedToo false for a caller without a required second factor: the password alone must not
 * end a session that has verified one.
 */
export async function endSession(sql: Sql, sessionId: string, provedToo: boolean): Promise<void> {
  // Deleting a session deletes its refresh tokens.
  await sql`delete from auth.sessions where id = ${sessionId}
    and (${provedToo} or coalesce(aal, 'aal1') < 'aal2')`;
}

interface RefreshRow {
  id: string;
  revoked: boolean;
  userId: string;
  sessionId: string;
  signedInAt: number;
  aal: Aal;
  codeAt: number | null;
  justUsed: boolean;
  isOver: boolean;
}

/** Authenticator assurance level: 2 after a second factor was verified. */
type Aal = "aal1" | "aal2";

/** A method by which the user authenticated; times in seconds since 1970. */
interface Proof {
  aal: Aal;
  signedInAt: number;
  codeAt: number | null;
}

async function rotate(sql: Queries, used: RefreshRow, token: string): Promise<string> {
  await sql`update auth.refresh_tokens set revoked = true, updated_at = now() where id = ${used.id}`;
  return addRefreshToken(sql, used.userId, used.sessionId, token);
}

async function currentRefreshToken(sql: Queries, sessionId: string): Promise<string | null> {
  const [row] = await sql<{ token: string }[]>`
    select token from auth.refresh_tokens where session_id = ${sessionId} and not revoked
    order by created_at desc limit 1`;
  return row?.token ?? null;
}

async function addRefreshToken(
  sql: Queries,
  userId: string,
  sessionId: string,
  parent: string | null,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await sql`insert into auth.refresh_tokens (id, token, user_id, session_id, parent, revoked)
    values (${randomUUID()}, ${token}, ${userId}, ${sessionId}, ${parent}, false)`;
  return token;
}

async function sessionOf(
  issuer: TokenIssuer,
  row: UserRow,
  sessionId: string,
  refreshToken: string,
  { aal, signedInAt, codeAt }: Proof,
): Promise<Session> {
  const user = toAuthUser(row);
  const now = Math.floor(Date.now() / 1000);
  const expiresAt = now + ACCESS_TOKEN_SECONDS;
  const accessToken = await sign(
    {
      iss: issuer.issuer,
      sub: user.id,
      aud: AUDIENCE,
      exp: expiresAt,
      iat: now,
      email: user.email,
      phone: user.phone,
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
      role: "authenticated",
      aal,
      amr: [
        ...(codeAt === null ? [] : [{ method: "totp", timestamp: codeAt }]),
        { method: "password", timestamp: signedInAt },
      ],
      session_id: sessionId,
      is_anonymous: false,
    },
    issuer.jwtSecret,
    "HS256",
  );
  return {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user,
  };
}

import { z } from "zod";
import type { Sql } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import { PASSWORD_QUEUE_RETRY_SECONDS } from "../limits/limits.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { hasVerifiedFactor } from "./active-user.ts";
import { isText } from "./json-body.ts";
import type { KnownClients } from "./known-clients.ts";
import { type Passwords, PasswordsBusyError } from "./passwords.ts";
import type { RequestSource } from "./request-source.ts";
import { createSession, type Session, type TokenIssuer } from "./sessions.ts";
import { countAttempt, typedNameOf } from "./sign-in-limits.ts";
import type { SignInLog } from "./sign-in-log.ts";

export interface SignInDeps {
  sql: Sql;
  limits: RateLimits;
  clients: KnownClients;
  passwords: Passwords;
  issuer: TokenIssuer;
  log: SignInLog;
}

const credentialsSchema = z.object({
  email: z.string().min(1).max(320).refine(isText),
  password: z.string().max(1000),
});

/**
 * The password grant. Attempts are counted before the password is checked, and refunded when they
 * were not guesses. Known and unknown accounts take the same work and get the same response.
 */
export async function signInWithPassword(
  deps: SignInDeps,
  body: unknown,
  source: RequestSource,
): Promise<Session | Response> {
  const credentials = credentialsSchema.safeParse(body);
  if (!credentials.success) return authError(400, "validation_failed", "missing email or phone");
  const { password } = credentials.data;
  const email = credentials.data.email.trim().toLowerCase();
  const account = await findAccount(deps.sql, email);
  const typedName = source.typedName ?? typedNameOf(email);
  const hit = await countAttempt(deps, { ...source, typedName, userId: account?.id ?? null });
  const recordFailure = (failure: "wrong_password" | "limited") => {
    if (account) deps.log.recordFailure(account.id, failure, source);
  };
  if (!hit.allowed) {
    recordFailure("limited");
    return tooManyAttempts(hit.retryAfterSeconds);
  }
  try {
    const matches = await deps.passwords.verify(password, account?.encrypted_password ?? null);
    if (!matches || !account?.encrypted_password) {
      recordFailure("wrong_password");
      return invalidCredentials();
    }
  } catch (error) {
    if (!(error instanceof PasswordsBusyError)) throw error;
    await hit.refund();
    return tooManyAttempts(PASSWORD_QUEUE_RETRY_SECONDS);
  }
  if (!account.confirmed) return authError(400, "email_not_confirmed", "Email not confirmed");
  if (account.banned) return authError(400, "user_banned", "User is banned");
  const { sql, issuer } = deps;
  const verified = { userId: account.id, verifiedHash: account.encrypted_password };
  const session = await createSession(sql, issuer, verified, source);
  if (!session) return invalidCredentials();
  await hit.refund();
  // With a second factor, a device becomes known with the code: until then it has guessed only half.
  if (!hasVerifiedFactor(session.user)) await deps.clients.remember(account.id, source);
  return session;
}

const invalidCredentials = () => authError(400, "invalid_credentials", "Invalid login credentials");

/** The response to an attempt beyond the limits. */
export function tooManyAttempts(retryAfterSeconds: number): Response {
  return authError(
    429,
    "over_request_rate_limit",
    "Too many attempts to sign in. Please wait a few minutes and try again.",
    { "retry-after": String(retryAfterSeconds) },
  );
}

interface Account {
  id: string;
  encrypted_password: string | null;
  confirmed: boolean;
  banned: boolean;
}

async function findAccount(sql: Sql, email: string): Promise<Account | null> {
  const [account] = await sql<Account[]>`
    select id, encrypted_password, email_confirmed_at is not null as confirmed,
      coalesce(banned_until > now(), false) as banned
    from auth.users
    where email = ${email} and is_sso_user = false and deleted_at is null`;
  return account ?? null;
}

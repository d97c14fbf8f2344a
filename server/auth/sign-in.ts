import { z } from "zod";
import type { Sql } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import { hasVerifiedFactor } from "./active-user.ts";
import { isText } from "./json-body.ts";
import type { RequestSource } from "./request-source.ts";
import { createSession, type Session, type TokenIssuer } from "./sessions.ts";
import { type AccountDeps, checkAttempt, typedNameOf } from "./sign-in-limits.ts";

const credentialsSchema = z.object({
  email: z.string().min(1).max(320).refine(isText),
  password: z.string().max(1000),
});

/**
 * The password grant. Attempts are counted before the password is checked, and refunded if they
 * were not guesses. Known and unknown accounts take the same time and get the same response.
 * @throws {HTTPException} in GoTrue's shape.
 */
export async function signInWithPassword(
  deps: AccountDeps,
  issuer: TokenIssuer,
  body: unknown,
  source: RequestSource,
): Promise<Session> {
  const credentials = credentialsSchema.safeParse(body);
  if (!credentials.success) throw authError(400, "validation_failed", "missing email or phone");
  const email = credentials.data.email.trim().toLowerCase();
  const found = await findAccount(deps.sql, email);
  const typedName = source.typedName ?? typedNameOf(email);
  const attempt = { ...source, typedName, userId: found?.id ?? null };
  const { passed, refund } = await checkAttempt(deps, attempt, "wrong_password", async () => {
    const hash = found?.encrypted_password ?? null;
    const matches = await deps.passwords.verify(credentials.data.password, hash);
    if (!matches || !found || hash === null) throw invalidCredentials();
    return { ...found, hash };
  });
  if (!passed.confirmed) throw authError(400, "email_not_confirmed", "Email not confirmed");
  if (passed.banned) throw authError(400, "user_banned", "User is banned");
  const verified = { userId: passed.id, verifiedHash: passed.hash };
  const session = await createSession(deps.sql, issuer, verified, source);
  if (!session) throw invalidCredentials();
  await refund();
  // With a second factor, a device becomes known only after the code.
  if (!hasVerifiedFactor(session.user)) await deps.clients.remember(passed.id, source);
  return session;
}

const invalidCredentials = () => authError(400, "invalid_credentials", "Invalid login credentials");

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

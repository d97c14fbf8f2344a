import { z } from "zod";
import { ACCOUNT_EMAIL_MAX_LENGTH } from "../../shared/limits.ts";
import { fitsBcrypt, PASSWORD_TOO_LONG } from "../../shared/password.ts";
import type { Sql } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import { type ActiveUser, needsFactor } from "./active-user.ts";
import { setEmail, setPassword, translateTakenEmail } from "./admin-users.ts";
import { currentPasswordSchema, verifyCurrentPassword, wrongPassword } from "./current-password.ts";
import { isText } from "./json-body.ts";
import type { RequestSource } from "./request-source.ts";
import type { AccountDeps } from "./sign-in-limits.ts";
import { type AuthUser, getUser } from "./users.ts";
import { knownNames, weaknessOf } from "./weak-password.ts";

/** Empty texts leave the value unchanged, as in GoTrue. */
const changesSchema = z.object({
  email: z
    .union([z.literal(""), z.email().max(ACCOUNT_EMAIL_MAX_LENGTH)])
    .transform((email) => email.toLowerCase())
    .default(""),
  password: z.string().max(1000).refine(isText).default(""),
  current_password: currentPasswordSchema,
});

/** Attributes that GoTrue can also change, but that this site does not use. */
const UNSUPPORTED = ["phone", "data", "app_metadata"];

/**
 * GoTrue's `PUT /user` for email and password, with the project setting that requires the current
 * password. Unlike in GoTrue, this applies to the email as well, which changes at once because the
 * host cannot confirm it by mail. A new password ends all other sessions. Wrong current passwords
 * are limited like failed sign-ins.
 * @throws {HTTPException} in GoTrue's shape, {EmailTakenError} or {PasswordsBusyError}.
 */
export async function changeOwnAccount(
  deps: AccountDeps,
  active: ActiveUser,
  body: Record<string, unknown>,
  source: RequestSource,
  origin: string,
): Promise<AuthUser> {
  const { user } = active;
  const { email, password, currentPassword } = readChanges(body, user);
  if (email === null && password === null) return user;
  if (needsFactor(active)) {
    throw authError(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  }
  const verifiedHash = await verifyCurrentPassword(deps, user, currentPassword, source);
  if (password !== null && password === currentPassword) {
    throw authError(
      422,
      "same_password",
      "New password should be different from the old password.",
    );
  }
  if (password !== null)
    await refuseWeak(password, `${user.email} ${await knownNames(deps.sql, origin)}`);
  const hash = password === null ? null : await deps.passwords.hash(password);
  const saved = await saveChanges(deps.sql, active, { verifiedHash, hash, email });
  if (!saved) throw wrongPassword();
  return saved;
}

interface Changes {
  /** Null to leave it unchanged. */
  email: string | null;
  password: string | null;
  currentPassword: string;
}

function readChanges(body: Record<string, unknown>, user: AuthUser): Changes {
  if (UNSUPPORTED.some((name) => body[name] !== undefined)) {
    throw authError(
      400,
      "validation_failed",
      "Only the email and the password can be changed here",
    );
  }
  const parsed = changesSchema.safeParse(body);
  if (!parsed.success) {
    const message =
      parsed.error.issues[0]?.path[0] === "email"
        ? "Unable to validate email address: invalid format"
        : "Could not read the new password";
    throw authError(400, "validation_failed", message);
  }
  const { email, password, current_password: currentPassword } = parsed.data;
  return {
    email: email === "" || email === user.email ? null : email,
    password: password === "" ? null : password,
    currentPassword,
  };
}

/** supabase-js reads the reasons from the field `weak_password`. */
async function refuseWeak(password: string, known: string): Promise<void> {
  const weakness = fitsBcrypt(password)
    ? await weaknessOf(password, known)
    : { reason: "length", message: PASSWORD_TOO_LONG };
  if (!weakness) return;
  const details = { weak_password: { reasons: [weakness.reason] } };
  throw authError(422, "weak_password", weakness.message, { details });
}

/** @returns null when the password or the session changed in the meantime. */
async function saveChanges(
  sql: Sql,
  { user, sessionId }: ActiveUser,
  changes: { verifiedHash: string; hash: string | null; email: string | null },
): Promise<AuthUser | null> {
  return translateTakenEmail(() =>
    sql.begin(async (tx) => {
      const [locked] = await tx`
        select 1 from auth.users where id = ${user.id} and deleted_at is null
          and encrypted_password = ${changes.verifiedHash}
          and exists (select from auth.sessions where id = ${sessionId}
            and (not_after is null or not_after > now())) for update`;
      if (!locked) return null;
      if (changes.hash !== null) await setPassword(tx, user.id, changes.hash, sessionId);
      if (changes.email !== null) await setEmail(tx, user.id, changes.email);
      await tx`update auth.users set updated_at = now() where id = ${user.id}`;
      return getUser(tx, user.id);
    }),
  );
}

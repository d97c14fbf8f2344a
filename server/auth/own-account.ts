import { z } from "zod";
import { ACCOUNT_EMAIL_MAX_LENGTH } from "../../shared/limits.ts";
import { fitsBcrypt, PASSWORD_TOO_LONG } from "../../shared/password.ts";
import type { Sql } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import { PASSWORD_QUEUE_RETRY_SECONDS } from "../limits/limits.ts";
import { type ActiveUser, needsFactor } from "./active-user.ts";
import {
  EMAIL_TAKEN,
  EmailTakenError,
  setEmail,
  setPassword,
  translateTakenEmail,
} from "./admin-users.ts";
import {
  type CurrentPasswordDeps,
  currentPasswordSchema,
  verifyCurrentPassword,
  wrongPassword,
} from "./current-password.ts";
import { isText } from "./json-body.ts";
import { PasswordsBusyError } from "./passwords.ts";
import type { RequestSource } from "./request-source.ts";
import { tooManyAttempts } from "./sign-in.ts";
import { type AuthUser, getUser } from "./users.ts";
import { weaknessOf } from "./weak-password.ts";

/** Empty texts leave the value unchanged, as in GoTrue. */
const changesSchema = z.object({
  email: z
    .union([z.literal(""), z.email().max(ACCOUNT_EMAIL_MAX_LENGTH)])
    .transform((email) => email.toLowerCase())
    .default(""),
  password: z.string().max(1000).refine(isText).default(""),
  current_password: currentPasswordSchema,
});

/** What GoTrue can change here as well, but this site does not use. */
const UNSUPPORTED = ["phone", "data", "app_metadata"];

/**
 * GoTrue's `PUT /user` for the email and the password, with the project setting that requires the
 * current password; here also for the email, which is changed at once because the host cannot
 * confirm it by mail. A new password ends all other sessions. Wrong current passwords are limited
 * like failed sign-ins.
 */
export async function changeOwnAccount(
  deps: CurrentPasswordDeps,
  active: ActiveUser,
  body: Record<string, unknown>,
  source: RequestSource,
): Promise<Response> {
  const { user } = active;
  const changes = await readChanges(body, user);
  if (changes instanceof Response) return changes;
  const { email, password, currentPassword } = changes;
  if (email === null && password === null) return Response.json(user);
  if (needsFactor(active)) {
    return authError(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  }
  const verified = await verifyCurrentPassword(deps, user, currentPassword, source);
  if (verified instanceof Response) return verified;
  if (password !== null && password === currentPassword) {
    return authError(
      422,
      "same_password",
      "New password should be different from the old password.",
    );
  }
  try {
    const hash = password === null ? null : await deps.passwords.hash(password);
    const saved = await saveChanges(deps.sql, active, { verifiedHash: verified.hash, hash, email });
    return saved ? Response.json(saved) : wrongPassword();
  } catch (error) {
    if (error instanceof EmailTakenError) return authError(422, "email_exists", EMAIL_TAKEN);
    if (error instanceof PasswordsBusyError) return tooManyAttempts(PASSWORD_QUEUE_RETRY_SECONDS);
    throw error;
  }
}

interface Changes {
  /** Null to leave it unchanged. */
  email: string | null;
  password: string | null;
  currentPassword: string;
}

async function readChanges(
  body: Record<string, unknown>,
  user: AuthUser,
): Promise<Changes | Response> {
  if (UNSUPPORTED.some((name) => body[name] !== undefined)) {
    return authError(
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
    return authError(400, "validation_failed", message);
  }
  const { email, password, current_password: currentPassword } = parsed.data;
  const refusal = password === "" ? null : await refuseWeak(password, user.email);
  if (refusal) return refusal;
  return {
    email: email === "" || email === user.email ? null : email,
    password: password === "" ? null : password,
    currentPassword,
  };
}

/** supabase-js reads the reasons from the field `weak_password`. */
async function refuseWeak(password: string, email: string): Promise<Response | null> {
  const weakness = fitsBcrypt(password)
    ? await weaknessOf(password, email)
    : { reason: "length", message: PASSWORD_TOO_LONG };
  if (!weakness) return null;
  return Response.json(
    {
      code: 422,
      error_code: "weak_password",
      msg: weakness.message,
      weak_password: { reasons: [weakness.reason] },
    },
    { status: 422, headers: { "x-sb-error-code": "weak_password" } },
  );
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
          and exists (select from auth.sessions where id = ${sessionId}) for update`;
      if (!locked) return null;
      if (changes.hash !== null) await setPassword(tx, user.id, changes.hash, sessionId);
      if (changes.email !== null) await setEmail(tx, user.id, changes.email);
      await tx`update auth.users set updated_at = now() where id = ${user.id}`;
      return getUser(tx, user.id);
    }),
  );
}

import type { AuthError } from "@supabase/supabase-js";
import { BackendError, messageOf, UNKNOWN_ERROR } from "../lib/errors.ts";

/** Supabase Auth's refusal as an error with a text to show, its code and its status. */
export function authFailure(error: AuthError): BackendError {
  const { status = 0, code = "", name } = error;
  // Without a readable response auth-js makes up a message such as `{}`.
  const isReadable = name !== "AuthUnknownError" && error.message !== "{}";
  const text = TEXTS[code] ?? (isReadable ? messageOf(error) : UNKNOWN_ERROR);
  return new BackendError(text, { status, code });
}

/** Texts for errors whose message in Supabase Auth does not say what to do. */
const TEXTS: Record<string, string> = {
  over_request_rate_limit: "Too many attempts. Wait a few minutes and try again.",
  invalid_credentials: "Your current password is incorrect.",
  same_password: "Choose a password other than the current one.",
  email_exists: "Another account uses this email address.",
  mfa_verification_failed:
    "This code is wrong or was already used. Enter the one your app shows now.",
  mfa_challenge_expired: "The code took too long. Enter the one your app shows now.",
  mfa_factor_name_conflict: "You already have an authenticator app with this name.",
  too_many_enrolled_mfa_factors:
    "You have reached the limit of authenticator apps. Remove one before you add another.",
};

import { formatCount } from "../../lib/format.ts";
import type { SignIn } from "../account-api.ts";

export interface SignInText {
  text: string;
  /** Whether somebody else may know the password. */
  isSuspicious: boolean;
}

/** Describes an entry of the sign-in log. */
export function signInText({ outcome, attempts }: SignIn): SignInText {
  const text = TEXTS[outcome] ?? outcome;
  return {
    text: attempts > 1 ? `${text}, ${formatCount(attempts)} times` : text,
    isSuspicious: AFTER_PASSWORD.has(outcome),
  };
}

const TEXTS: Record<string, string> = {
  signed_in: "Signed in",
  code_missing: "Right password, no code entered",
  wrong_password: "Wrong password",
  wrong_code: "Right password, wrong code",
  limited: "Refused after too many attempts",
  recovery_code: "Recovery code used, two-factor authentication turned off",
};

/** Codes are asked for after the right password. */
const AFTER_PASSWORD = new Set(["code_missing", "wrong_code", "recovery_code"]);

import { formatCount } from "../../lib/format.ts";
import type { SignIn } from "../account-api.ts";

export interface SignInText {
  text: string;
  /** Whether somebody else may know the password. */
  isSuspicious: boolean;
}

/** Describes an entry of the sign-in log. */
export function signInText({ outcome, attempts }: SignIn): SignInText {
  switch (outcome) {
    case "signed_in":
      return { text: "Signed in", isSuspicious: false };
    case "code_missing":
      return { text: "Right password, no code entered", isSuspicious: true };
    case "recovery_code":
      return {
        text: "Recovery code used, two-factor authentication turned off",
        isSuspicious: true,
      };
    default:
      return { text: counted(FAILURES[outcome] ?? outcome, attempts), isSuspicious: false };
  }
}

const FAILURES: Record<string, string> = {
  wrong_password: "Wrong password",
  wrong_code: "Wrong code",
  limited: "Refused after too many attempts",
};

function counted(text: string, attempts: number): string {
  return attempts > 1 ? `${text}, ${formatCount(attempts)} times` : text;
}

import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { emailParts } from "../../../shared/password.ts";

export interface PasswordEstimate {
  /** From 0, guessed at once, to 4, unguessable in practice. */
  score: 0 | 1 | 2 | 3 | 4;
  /** What makes it easy to guess; empty when nothing particular does. */
  warning: string;
}

/** With lists of leaked passwords. Half a megabyte, so nothing imports this statically. */
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** @param email of the account; an attacker tries its parts first. */
export function estimatePassword(password: string, email: string): PasswordEstimate {
  const { score, feedback } = zxcvbn.check(password, emailParts(email));
  const warning = feedback.warning ?? "";
  return { score, warning: isKnown(warning) ? WARNINGS[warning] : "" };
}

/** By zxcvbn's keys, which stand for the texts of a language package. */
const WARNINGS = {
  straightRow: "Rows of keys are easy to guess.",
  keyPattern: "Short keyboard patterns are easy to guess.",
  simpleRepeat: "Repeated characters are easy to guess.",
  extendedRepeat: "Repeated patterns are easy to guess.",
  sequences: "Sequences such as “abc” or “6543” are easy to guess.",
  recentYears: "Recent years are easy to guess.",
  dates: "Dates are easy to guess.",
  topTen: "This is one of the most common passwords.",
  topHundred: "This is one of the most common passwords.",
  common: "This is a common password.",
  similarToCommon: "This is similar to a common password.",
  wordByItself: "A single word is easy to guess.",
  userInputs: "It contains your email address.",
} as const;

function isKnown(key: string): key is keyof typeof WARNINGS {
  return key in WARNINGS;
}

import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { withoutOwnWords } from "../../../shared/password.ts";

export interface PasswordEstimate {
  /** Score from 0 (guessed at once) to 4 (practically unguessable). */
  score: 0 | 1 | 2 | 3 | 4;
  /** Why the password is easy to guess; empty without a specific reason. */
  warning: string;
}

/** Includes lists of leaked passwords. Half a megabyte, so nothing imports this statically. */
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** @param known the account's email, names and host, which add nothing to the score. */
export function estimatePassword(password: string, known: string): PasswordEstimate {
  const rest = withoutOwnWords(password, known);
  const { score, feedback } = zxcvbn.check(rest);
  const warning = rest === password ? (feedback.warning ?? "") : "ownWords";
  return { score, warning: isKnown(warning) ? WARNINGS[warning] : "" };
}

/** Warnings by zxcvbn's keys, in place of its language package. */
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
  ownWords: "Words of your name, your email or this site count for nothing.",
} as const;

function isKnown(key: string): key is keyof typeof WARNINGS {
  return key in WARNINGS;
}

import { parseArgs } from "node:util";
import { promptHidden, promptLine, type Terminal } from "../../server/owner/prompt.ts";
import type { Remembered } from "./remembered.ts";

/** A missing or invalid answer without a terminal. The message can be printed alone. */
export class AnswerError extends Error {
  override name = "AnswerError";
}

/** Questions of a deployment, with the flag and the variable that answer them. */
const QUESTIONS = {
  accessToken: { variable: "SUPABASE_ACCESS_TOKEN" },
  project: { flag: "project", variable: "SUPABASE_PROJECT_REF", dependsOn: "create" },
  create: { flag: "create" },
  organization: { flag: "organization" },
  region: { flag: "region" },
  publicUrl: { flag: "public-url", variable: "FOYER_PUBLIC_URL" },
  allowedOrigins: { flag: "allowed-origins", variable: "FOYER_ALLOWED_ORIGINS" },
  driveQuota: { flag: "drive-quota", variable: "FOYER_DRIVE_QUOTA" },
  ownerEmail: { flag: "owner-email", variable: "FOYER_OWNER_EMAIL" },
  ownerPassword: { variable: "FOYER_OWNER_PASSWORD" },
  publish: { flag: "publish" },
  folder: { flag: "folder" },
  site: { flag: "site", dependsOn: "publish" },
} as const satisfies Record<string, Source>;

interface Source {
  flag?: string;
  variable?: string;
  /** A new answer to this question on the command line makes variable and remembered answer void. */
  dependsOn?: "create" | "publish";
}

export type Question = keyof typeof QUESTIONS;

export interface Flags {
  answers: Partial<Record<Question, string>>;
  dryRun: boolean;
  help: boolean;
}

/**
 * Reads the flags. An empty flag, such as `--site=`, clears a remembered answer.
 * @throws {AnswerError} for an unknown flag.
 */
export function readFlags(args: string[]): Flags {
  const flags = Object.values(QUESTIONS).flatMap((one) => ("flag" in one ? [one.flag] : []));
  const texts = Object.fromEntries(flags.map((flag) => [flag, { type: "string" as const }]));
  const switches = {
    "dry-run": { type: "boolean" as const },
    help: { type: "boolean" as const, short: "h" },
  };
  let values: Record<string, string | boolean | undefined>;
  try {
    values = parseArgs({ args, options: { ...texts, ...switches } }).values;
  } catch (error) {
    throw new AnswerError((error as Error).message);
  }
  const answers: Flags["answers"] = {};
  for (const [question, one] of Object.entries(QUESTIONS)) {
    const value = "flag" in one ? values[one.flag] : undefined;
    if (typeof value === "string") answers[question as Question] = value;
  }
  return { answers, dryRun: values["dry-run"] === true, help: values.help === true };
}

export interface Answers {
  /** A flag, a variable or a remembered answer, in this order; undefined without any of them. */
  find(question: Question): string | undefined;
  /** Whether an empty flag clears the remembered or set value. */
  isCleared(question: Question): boolean;
  /** Like `find`, or else the answer on the terminal. @throws {AnswerError} without a terminal. */
  get(question: Question, text: string, options?: AskOptions): Promise<string>;
}

interface AskOptions {
  hidden?: boolean;
  /** Answer for an empty line. */
  fallback?: string;
}

export function createAnswers(
  flags: Flags["answers"],
  environment: NodeJS.ProcessEnv,
  remembered: Remembered,
  terminal: Terminal,
): Answers {
  const isCleared = (question: Question) => flags[question] === "";
  function find(question: Question): string | undefined {
    if (isCleared(question)) return undefined;
    const known = remembered as Partial<Record<Question, string>>;
    const { variable, dependsOn } = QUESTIONS[question] as Source;
    const given = dependsOn && flags[dependsOn];
    if (given && given !== known[dependsOn]) return flags[question];
    const set = flags[question] ?? (variable ? environment[variable] : undefined);
    return set || known[question];
  }
  return {
    find,
    isCleared,
    async get(question, text, { hidden = false, fallback } = {}) {
      const known = find(question);
      if (known !== undefined) return known;
      if (terminal.input.isTTY !== true) {
        if (fallback !== undefined) return fallback;
        throw new AnswerError(`Nothing answers “${text}”: ${howToAnswer(question)}.`);
      }
      const shown = fallback ? `${text} [${fallback}]: ` : `${text}: `;
      for (;;) {
        const typed = (await (hidden ? promptHidden : promptLine)(terminal, shown)).trim();
        const answer = typed || fallback;
        if (answer) return answer;
      }
    },
  };
}

function howToAnswer(question: Question): string {
  const { flag, variable } = QUESTIONS[question] as Source;
  return [flag && `pass --${flag}`, variable && `set ${variable}`].filter(Boolean).join(" or ");
}

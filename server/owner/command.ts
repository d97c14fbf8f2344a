import { parseArgs } from "node:util";
import { z } from "zod";
import { EmailTakenError } from "../auth/admin-users.ts";
import { ConfigError, passwordRule } from "../config.ts";
import type { Credentials } from "../owner-account.ts";
import {
  PromptCancelledError,
  promptHidden,
  promptLine,
  readAll,
  type Terminal,
} from "./prompt.ts";
import { OwnerTargetError, setOwnerAtTarget } from "./target.ts";

export interface OwnerCommand extends Terminal {
  args: string[];
  environment: NodeJS.ProcessEnv;
  errors: NodeJS.WritableStream;
}

const USAGE = `Creates the owner, or gives the owner a new email and password and ends all their sessions.

  npm run owner                                  asks for both
  npm run owner -- --email you@example.com       reads the password from standard input

Works on the embedded database, whether Foyer is running or not, on DATABASE_URL, and on a hosted
Supabase with SUPABASE_URL and SUPABASE_SECRET_KEY.
`;

/** What \`npm run owner\` does. @returns the exit code: 0 done, 1 failed, 2 not understood, 130 cancelled. */
export async function runOwnerCommand(command: OwnerCommand): Promise<number> {
  const { output, errors } = command;
  try {
    const options = readArguments(command.args);
    if (options.help) {
      output.write(USAGE);
      return 0;
    }
    const credentials = await askCredentials(command, options.email);
    const done = await setOwnerAtTarget(command.environment, credentials);
    const { email } = credentials;
    output.write(
      done === "created"
        ? `Created the owner ${email}.\n`
        : `Reset the owner to ${email}; all earlier sessions have ended.\n`,
    );
    return 0;
  } catch (error) {
    if (error instanceof PromptCancelledError) return 130;
    if (error instanceof UsageError) {
      errors.write(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    errors.write(`${explain(error)}\n`);
    return 1;
  }
}

class UsageError extends Error {
  override name = "UsageError";
}

function readArguments(args: string[]): { email: string | undefined; help: boolean } {
  try {
    const { values } = parseArgs({
      args,
      options: { email: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    return { email: values.email, help: values.help === true };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function askCredentials(command: OwnerCommand, given?: string): Promise<Credentials> {
  const interactive = command.input.isTTY === true;
  if (!given && !interactive) {
    throw new UsageError("Without a terminal, name the email with --email.");
  }
  const email = check(emailRule, given ?? (await promptLine(command, "Email: ")), "The email");
  if (!interactive) {
    // A shell's echo or here-string ends with a line break that is no part of the password.
    const piped = (await readAll(command.input)).replace(/\r?\n$/, "");
    return { email, password: check(passwordRule, piped, "The password") };
  }
  const typed = await promptHidden(command, "Password (at least 8 characters): ");
  const password = check(passwordRule, typed, "The password");
  if ((await promptHidden(command, "Password again: ")) !== password) {
    throw new InputError("The two passwords differ; nothing was changed.");
  }
  return { email, password };
}

class InputError extends Error {
  override name = "InputError";
}

const emailRule = z.string().trim().toLowerCase().pipe(z.email("is not an email address"));

function check(rule: z.ZodType<string>, value: string, name: string): string {
  const parsed = rule.safeParse(value);
  if (!parsed.success) throw new InputError(`${name} ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

/** Known failures in their one sentence, unknown ones with all that helps to find the cause. */
function explain(error: unknown): string {
  if (error instanceof EmailTakenError) {
    return "Another account already uses this email. Choose a different one.";
  }
  const plain = [InputError, ConfigError, OwnerTargetError].some((kind) => error instanceof kind);
  if (plain) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

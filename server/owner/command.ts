import { parseArgs } from "node:util";
import { z } from "zod";
import { PASSWORD_MIN_LENGTH } from "../../shared/password.ts";
import { EmailTakenError } from "../auth/admin-users.ts";
import { passwordRule } from "../config.ts";
import { explain, PlainError, UsageError } from "../plain-error.ts";
import { type CommandContext, runCommand } from "../run-command.ts";
import type { OwnerChange } from "./account.ts";
import { promptHidden, promptLine, readAll } from "./prompt.ts";
import { findSite, type Site } from "./target.ts";

/** A signal ends the command at once, because it changes the site in a single step. */
export type OwnerCommand = Omit<CommandContext, "signal" | "folder">;

const USAGE = `Creates the owner, or gives the owner a new email and password, removes their second factors and
ends all their sessions.

  npm run owner                                  asks for both
  npm run owner -- --email you@example.com       reads the password from standard input
  npm run owner -- --yes …                       does not ask before creating a new site or
                                                 changing the owner's email

Works on the embedded database in FOYER_DATA_DIR (./data without it), whether Foyer is running or
not, on DATABASE_URL, and on a hosted Supabase with SUPABASE_URL and SUPABASE_SECRET_KEY.
`;

/** Runs `npm run owner`. @returns the exit code, as `runCommand` does. */
export async function runOwnerCommand(command: OwnerCommand): Promise<number> {
  const { output, errors } = command;
  return runCommand({ errors, usage: USAGE, describe }, async () => {
    const options = readArguments(command.args);
    if (options.help) return void output.write(USAGE);
    if (!options.email && !isInteractive(command)) {
      throw new UsageError("Without a terminal, name the email with --email.");
    }
    await setOwnerOf(await findSite(command.environment), command, options);
  });
}

async function setOwnerOf(site: Site, command: OwnerCommand, options: Options): Promise<void> {
  const { output } = command;
  output.write(`Site: ${site.name}\n`);
  if (!site.exists) {
    await confirm(command, options, {
      question: "There is no site there yet. Create a new one",
      refusal: `There is no site in the ${site.name} yet. Set FOYER_DATA_DIR or DATABASE_URL as your server has it, or add --yes to create a new site.`,
    });
  }
  const email = await askEmail(command, options);
  // A piped password is checked before anything is opened.
  const piped = isInteractive(command) ? null : await readPassword(command);
  const opened = await site.open();
  try {
    const before = opened.ownerEmail;
    if (before !== null && before !== email) {
      await confirm(command, options, {
        question: `Its owner is ${before}. Change the owner's email to ${email}`,
        refusal: `The owner of this site is ${before}. Add --yes to change the email to ${email}.`,
      });
    }
    const password = piped ?? (await askPassword(command));
    output.write(`${describeChange(email, await opened.setOwner({ email, password }))}\n`);
  } finally {
    await opened.close();
  }
}

function describeChange(email: string, change: OwnerChange): string {
  if (change.done === "created") return `Created the owner ${email}.`;
  const { removedFactors: count } = change;
  const reset = `Reset the owner to ${email}; all earlier sessions have ended.`;
  if (count === 0) return reset;
  const factors = count === 1 ? "The second factor was" : `${count} second factors were`;
  return `${reset} ${factors} removed; set up a new one under Account.`;
}

/**
 * Returns only if the user agrees.
 * @throws {PlainError} otherwise.
 */
async function confirm(
  command: OwnerCommand,
  { yes }: Options,
  { question, refusal }: { question: string; refusal: string },
): Promise<void> {
  if (yes) return;
  if (!isInteractive(command)) throw new PlainError(refusal);
  const answer = await promptLine(command, `${question}? (yes/no): `);
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw new PlainError("Nothing was changed.");
}

type Options = ReturnType<typeof readArguments>;

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: "string" },
      help: { type: "boolean", short: "h" },
      /** Skips the confirmation. */
      yes: { type: "boolean", short: "y" },
    },
  });
  return values;
}

const isInteractive = ({ input }: OwnerCommand) => input.isTTY === true;

async function askEmail(command: OwnerCommand, { email }: Options): Promise<string> {
  return check(emailRule, email ?? (await promptLine(command, "Email: ")), "The email");
}

async function readPassword({ input }: OwnerCommand): Promise<string> {
  // A shell's echo or here-string ends with a line break that is not part of the password.
  const piped = (await readAll(input)).replace(/\r?\n$/, "");
  return check(passwordRule, piped, "The password");
}

async function askPassword(command: OwnerCommand): Promise<string> {
  const typed = await promptHidden(
    command,
    `Password (at least ${PASSWORD_MIN_LENGTH} characters): `,
  );
  const password = check(passwordRule, typed, "The password");
  if ((await promptHidden(command, "Password again: ")) !== password) {
    throw new PlainError("The two passwords differ; nothing was changed.");
  }
  return password;
}

const emailRule = z.string().trim().toLowerCase().pipe(z.email("is not an email address"));

function check(rule: z.ZodType<string>, value: string, name: string): string {
  const parsed = rule.safeParse(value);
  if (!parsed.success) throw new PlainError(`${name} ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

function describe(error: unknown): string {
  return error instanceof EmailTakenError
    ? "Another account already uses this email. Choose a different one."
    : explain(error);
}

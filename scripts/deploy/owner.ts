import { z } from "zod";
import { passwordRule } from "../../server/config.ts";
import { setHostedOwner } from "../../server/owner/hosted.ts";
import type { Answers } from "./answers.ts";

/**
 * Asks for the owner's email and password and creates the account. A typed password is asked for
 * twice, because it is not shown.
 * @returns the email.
 */
export async function createOwner(
  project: { url: string; key: string },
  answers: Answers,
): Promise<string> {
  const email = check(
    z.email("must be an email address"),
    "The owner's email",
    (await answers.get("ownerEmail", "The owner's email")).trim().toLowerCase(),
  );
  const ask = (text: string) => answers.get("ownerPassword", text, { hidden: true });
  const password = check(passwordRule, "The owner's password", await ask("The owner's password"));
  const isTyped = answers.find("ownerPassword") === undefined;
  if (isTyped && (await ask("Password again")) !== password) {
    throw new Error("The two passwords differ; no account was created.");
  }
  await setHostedOwner(project, { email, password });
  return email;
}

function check(rule: z.ZodType<string>, name: string, value: string): string {
  const parsed = rule.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${name} ${parsed.error.issues[0]?.message}.`);
}

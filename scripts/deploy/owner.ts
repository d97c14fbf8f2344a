import { z } from "zod";
import { passwordRule } from "../../server/config.ts";
import { setHostedOwner } from "../../server/owner/hosted.ts";
import type { Answers } from "./answers.ts";

/** Asks for the owner's email and password and creates the account. @returns the email. */
export async function createOwner(
  project: { url: string; key: string },
  answers: Answers,
): Promise<string> {
  const email = check(
    z.email("must be an email address"),
    "The owner's email",
    (await answers.get("ownerEmail", "The owner's email")).trim().toLowerCase(),
  );
  const hidden = { hidden: true };
  const password = check(
    passwordRule,
    "The owner's password",
    await answers.get("ownerPassword", "The owner's password", hidden),
  );
  await setHostedOwner(project, { email, password });
  return email;
}

function check(rule: z.ZodType<string>, name: string, value: string): string {
  const parsed = rule.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${name} ${parsed.error.issues[0]?.message}.`);
}

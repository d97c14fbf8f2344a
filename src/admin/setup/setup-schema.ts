import { z } from "zod";
import { ACCOUNT_EMAIL_MAX_LENGTH } from "../../../shared/limits.ts";
import {
  fitsBcrypt,
  isLongEnough,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_LENGTH,
} from "../../../shared/password.ts";

/** Email and password of the first owner; the server validates them again. */
export const setupSchema = z
  .object({
    email: z
      .string()
      .trim()
      .min(1, "Please enter your email address.")
      .max(ACCOUNT_EMAIL_MAX_LENGTH, "The email is too long.")
      .pipe(z.email("The email is not an email address.")),
    password: z
      .string()
      .refine(isLongEnough, `The password must have at least ${PASSWORD_MIN_LENGTH} characters.`)
      .refine(fitsBcrypt, `The password must have at most ${PASSWORD_MAX_BYTES} bytes.`),
    confirmation: z.string(),
  })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ["confirmation"],
    error: "The passwords do not match.",
    // Checked as soon as both are typed, even if other fields are invalid.
    when: ({ value }) => typeof value === "object" && value !== null,
  });

export type SetupValues = z.infer<typeof setupSchema>;

/** Whether the URL contains a complete token: 256 bits in base64url. */
export function isWholeToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

import { z } from "zod";
import { ACCOUNT_EMAIL_MAX_LENGTH } from "../../../shared/limits.ts";

export const changeEmailRequest = z.object({
  email: z
    .string()
    .trim()
    .max(ACCOUNT_EMAIL_MAX_LENGTH)
    .pipe(z.email("This is not an email address."))
    .transform((email) => email.toLowerCase()),
  /** The account's current password. */
  password: z.string().min(1).max(1000),
});

/** Why a request was refused, in the field `code`. */
export const CHANGE_EMAIL_CODES = {
  wrongPassword: "current_password_invalid",
  taken: "email_exists",
} as const;

export const emailChanged = z.object({ email: z.string() });

export type ChangeEmailRequest = z.input<typeof changeEmailRequest>;
export type EmailChanged = z.infer<typeof emailChanged>;

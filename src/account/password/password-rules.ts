import { z } from "zod";
import {
  fitsBcrypt,
  isLongEnough,
  isTooWeak,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_LENGTH,
} from "../../../shared/password.ts";
import type { PasswordEstimate } from "./estimate-password.ts";

/** All rules except the estimate, which needs the lists of leaked passwords. */
export const passwordSchema = z
  .object({
    current: z.string().min(1, "Please enter your current password."),
    next: z
      .string()
      .min(1, { error: "Please enter a new password.", abort: true })
      .refine(isLongEnough, {
        error: `Please use at least ${PASSWORD_MIN_LENGTH} characters.`,
      })
      .refine(fitsBcrypt, {
        error: `Please use at most ${PASSWORD_MAX_BYTES} characters, fewer with accents or emoji.`,
      }),
  })
  .refine(({ current, next }) => current !== next, {
    path: ["next"],
    error: "Choose a password other than the current one.",
  });

export type PasswordValues = z.infer<typeof passwordSchema>;

/** Why the password is refused; null when it is strong enough. */
export function refusalOf({ score, warning }: PasswordEstimate): string | null {
  if (!isTooWeak(score)) return null;
  return `This password is too easy to guess. ${warning || "Add a few unrelated words."}`;
}

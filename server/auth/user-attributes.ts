import { z } from "zod";
import { ACCOUNT_EMAIL_MAX_LENGTH } from "../../shared/limits.ts";
import {
  fitsBcrypt,
  isLongEnough,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
} from "../../shared/password.ts";

/** The attributes that may be set. */
export const attributesSchema = z.object({
  email: z
    .email()
    .max(ACCOUNT_EMAIL_MAX_LENGTH)
    .transform((email) => email.toLowerCase())
    .optional(),
  password: z
    .string()
    .refine(isLongEnough, PASSWORD_TOO_SHORT)
    .refine(fitsBcrypt, PASSWORD_TOO_LONG)
    .optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: z.record(z.string(), z.unknown()).optional(),
  app_metadata: z.record(z.string(), z.unknown()).optional(),
  /** The Go duration units used for bans, or `none`. */
  ban_duration: z
    .string()
    .regex(/^(none|(\d+h)?(\d+m)?(\d+s)?)$/, "invalid format for ban duration")
    .optional(),
});

export const createSchema = attributesSchema.extend({
  id: z.uuid().optional(),
  email: attributesSchema.shape.email.unwrap(),
});

export type UserAttributes = z.infer<typeof attributesSchema>;
export type NewUser = z.infer<typeof createSchema>;

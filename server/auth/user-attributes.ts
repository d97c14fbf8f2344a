import { z } from "zod";

/**
 * The attributes that may be set. Passwords need 8 characters here: a forced logout sets a random
 * one of 10. bcrypt reads 72 bytes; a longer password would be truncated silently.
 */
export const attributesSchema = z.object({
  email: z
    .email()
    .max(255)
    .transform((email) => email.toLowerCase())
    .optional(),
  password: z
    .string()
    .min(8, "Password should be at least 8 characters.")
    .refine((value) => Buffer.byteLength(value) <= 72, "Password cannot be longer than 72 bytes")
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

import { z } from "zod";

/** bcrypt reads 72 bytes; a longer password would be truncated silently. */
const PASSWORD_BYTES = 72;

/** Email and password of the first owner; the server validates them again. */
export const setupSchema = z
  .object({
    email: z
      .string()
      .trim()
      .min(1, "Please enter your email address.")
      .max(255, "The email is too long.")
      .pipe(z.email("The email is not an email address.")),
    password: z
      .string()
      .min(8, "The password must have at least 8 characters.")
      .refine((text) => new TextEncoder().encode(text).length <= PASSWORD_BYTES, {
        error: "The password must have at most 72 bytes.",
      }),
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

import { z } from "zod";
import { INVALID_CREDENTIALS } from "../../../shared/sign-in.ts";

/**
 * Characters of an email address: 64 before the `@`, 255 after it (RFC 5321).
 * @limit content: an email address in content
 */
const EMAIL_MAX_LENGTH = 320;

export const workspaceSignInRequest = z.object({
  /** An email address, or a username when it has no `@`. */
  identifier: z
    .string(INVALID_CREDENTIALS)
    .min(1, INVALID_CREDENTIALS)
    .max(EMAIL_MAX_LENGTH, INVALID_CREDENTIALS),
  password: z
    .string(INVALID_CREDENTIALS)
    .min(1, INVALID_CREDENTIALS)
    .max(1000, INVALID_CREDENTIALS),
});

/** The tokens `supabase.auth.setSession` takes. */
export const workspaceSignInResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});

export type WorkspaceSignInRequest = z.infer<typeof workspaceSignInRequest>;
export type WorkspaceSignInResponse = z.infer<typeof workspaceSignInResponse>;

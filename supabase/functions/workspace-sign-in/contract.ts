import { z } from "zod";
import { EMAIL_MAX_LENGTH } from "../../../shared/limits.ts";
import { INVALID_CREDENTIALS } from "../../../shared/sign-in.ts";

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

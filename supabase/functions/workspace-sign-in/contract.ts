import { z } from "zod";

/** The message of every failed sign-in, whatever the reason. */
export const SIGN_IN_FAILED = "Invalid username or password.";

export const workspaceSignInRequest = z.object({
  /** An email address, or a username when it has no `@`. */
  identifier: z.string(SIGN_IN_FAILED).min(1, SIGN_IN_FAILED).max(320, SIGN_IN_FAILED),
  password: z.string(SIGN_IN_FAILED).min(1, SIGN_IN_FAILED).max(1000, SIGN_IN_FAILED),
});

/** The tokens `supabase.auth.setSession` takes. */
export const workspaceSignInResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
});

export type WorkspaceSignInRequest = z.infer<typeof workspaceSignInRequest>;
export type WorkspaceSignInResponse = z.infer<typeof workspaceSignInResponse>;

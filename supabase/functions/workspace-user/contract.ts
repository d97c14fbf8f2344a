import { z } from "zod";
import { workspaceAccountSchema } from "../_shared/workspace-account.ts";

/** The texts of the owner's form. */
export const texts = {
  nameRequired: "Email and Username are required.",
  passwordRequired: "Password is required for a new user.",
  notCreated: "Could not create user.",
  alreadyExists: "There already is a workspace user.",
  emailInvalid: "This is not an email address.",
  missing: "There is no workspace user yet.",
  ownerOnly: "Only the owner may manage the workspace user.",
};

const email = z
  .string(texts.nameRequired)
  .trim()
  .min(1, texts.nameRequired)
  .max(255, texts.emailInvalid)
  .regex(/^[^@\s]+@[^@\s]+$/, texts.emailInvalid);
const username = z
  .string(texts.nameRequired)
  .trim()
  .min(1, texts.nameRequired)
  .max(100, "A username has at most 100 characters.")
  .refine(
    (name) => !name.includes("@"),
    "A username has no @; that is how email addresses are told apart.",
  );

export const workspaceUserRequest = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("create"),
    email,
    username,
    password: z.string(texts.passwordRequired).min(1, texts.passwordRequired),
  }),
  z.object({
    action: z.literal("update"),
    email,
    username,
    /** Absent or blank keeps the current one. */
    password: z.string().optional(),
  }),
  z.object({ action: z.literal("force-logout") }),
]);

/** Answer to `create` and `update`. */
export const workspaceUserSaved = z.object({ user: workspaceAccountSchema });

/** Answer to `force-logout`. The password is told this once and kept nowhere. */
export const workspaceUserLoggedOut = z.object({ temporaryPassword: z.string() });

export type WorkspaceUserRequest = z.infer<typeof workspaceUserRequest>;
export type WorkspaceUserSaved = z.infer<typeof workspaceUserSaved>;
export type WorkspaceUserLoggedOut = z.infer<typeof workspaceUserLoggedOut>;

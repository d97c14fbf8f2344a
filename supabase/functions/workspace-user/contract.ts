import { z } from "zod";
import { ACCOUNT_EMAIL_MAX_LENGTH } from "../../../shared/limits.ts";
import {
  fitsBcrypt,
  isLongEnough,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
} from "../../../shared/password.ts";
import { workspaceAccountSchema } from "../_shared/workspace-account.ts";

/** Characters. @limit content: a username */
const USERNAME_MAX_LENGTH = 100;

/** The texts of the owner's form. */
export const texts = {
  nameRequired: "Email and Username are required.",
  passwordRequired: "Password is required for a new user.",
  notCreated: "Could not create user.",
  notUpdated: "The workspace user could not be updated.",
  alreadyExists: "There is already a workspace user.",
  emailInvalid: "This is not an email address.",
  missing: "There is no workspace user yet.",
  ownerOnly: "Only the owner may manage the workspace user.",
};

const email = z
  .string(texts.nameRequired)
  .trim()
  .min(1, texts.nameRequired)
  .max(ACCOUNT_EMAIL_MAX_LENGTH, texts.emailInvalid)
  .regex(/^[^@\s]+@[^@\s]+$/, texts.emailInvalid);
const username = z
  .string(texts.nameRequired)
  .trim()
  .min(1, texts.nameRequired)
  .max(USERNAME_MAX_LENGTH, `A username has at most ${USERNAME_MAX_LENGTH} characters.`)
  .refine(
    (name) => !name.includes("@"),
    "A username has no @; that is how email addresses are told apart.",
  );
/** Validated here, because on Supabase an administrator may set any password. */
const goodPassword = z
  .string(texts.passwordRequired)
  .min(1, texts.passwordRequired)
  .refine(isLongEnough, PASSWORD_TOO_SHORT)
  .refine(fitsBcrypt, PASSWORD_TOO_LONG);

export const workspaceUserRequest = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("create"),
    email,
    username,
    password: goodPassword,
  }),
  z.object({
    action: z.literal("update"),
    email,
    username,
    /** A missing or blank value keeps the current one. */
    password: z.union([z.literal(""), goodPassword]).optional(),
  }),
  z.object({ action: z.literal("force-logout") }),
  z.object({ action: z.literal("remove-factors") }),
]);

/** Response to `create` and `update`. */
export const workspaceUserSaved = z.object({ user: workspaceAccountSchema });

/** Response to `force-logout`. The password is returned only here and not stored. */
export const workspaceUserLoggedOut = z.object({ temporaryPassword: z.string() });

/** Response to `remove-factors`: how many second factors the user had. */
export const workspaceUserFactorsRemoved = z.object({ removed: z.number() });

export type WorkspaceUserRequest = z.infer<typeof workspaceUserRequest>;
export type WorkspaceUserSaved = z.infer<typeof workspaceUserSaved>;
export type WorkspaceUserLoggedOut = z.infer<typeof workspaceUserLoggedOut>;
export type WorkspaceUserFactorsRemoved = z.infer<typeof workspaceUserFactorsRemoved>;

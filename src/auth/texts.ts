import { INVALID_CREDENTIALS } from "../../shared/sign-in.ts";
import type { Area } from "../lib/area.ts";

/** Shown after a sign-in with the other area's role. */
export const WRONG_ROLE: Record<Area, string> = {
  admin: "This account is not the owner's and has no access here.",
  workspace: INVALID_CREDENTIALS,
};

/** Shown at the login after a session ended. */
export const SESSION_ENDED = "Your session has ended. Sign in to continue where you left off.";

/** Shown at the workspace's login after the owner forced a logout, which replaces the password. */
export const LOGGED_OUT =
  "The owner signed you out on all devices and replaced your password. Ask them for the temporary one.";

/** Shown at the login when a code came too late. */
export const SIGN_IN_EXPIRED = "This sign-in has expired. Enter your password again.";

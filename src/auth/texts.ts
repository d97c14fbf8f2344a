import type { Area } from "../lib/area.ts";

/** The workspace login's one text, whatever is wrong. The function behind it says the same. */
export const INVALID_CREDENTIALS = "Invalid username or password.";

/** Said to somebody who signed in with another role than the area's. */
export const WRONG_ROLE: Record<Area, string> = {
  admin: "This account is not the owner's. Nothing here is open to it.",
  workspace: INVALID_CREDENTIALS,
};

/** Said at the login to somebody who was signed in a moment ago. */
export const SESSION_ENDED = "Your session has ended. Sign in to go on where you were.";

import type { Area } from "../lib/area.ts";
import type { OpenedSession } from "./open-session.ts";

/**
 * A sign-in whose password was right and whose second factor is still to be proved. Its tokens open
 * nothing until then.
 */
export type PendingSignIn = OpenedSession;

/** Code of the error when such a sign-in has ended, or its factor was removed. */
export const EXPIRED = "sign_in_expired";

/** Kept in this tab only, so that a reload asks for the code again, not for the password. */
export function storePendingSignIn(area: Area, pending: PendingSignIn): void {
  try {
    sessionStorage.setItem(keyOf(area), JSON.stringify(pending));
  } catch {
    // Without storage a reload asks for the password.
  }
}

/** The area's sign-in that waits for a code; null when there is none or its token has expired. */
export function readPendingSignIn(area: Area): PendingSignIn | null {
  try {
    const stored = JSON.parse(
      sessionStorage.getItem(keyOf(area)) ?? "null",
    ) as PendingSignIn | null;
    return stored && Number(stored.session.expires_at) * 1000 > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

export function removePendingSignIn(area: Area): void {
  try {
    sessionStorage.removeItem(keyOf(area));
  } catch {
    // Then nothing was stored there.
  }
}

const keyOf = (area: Area) => `foyer-${area}-code`;

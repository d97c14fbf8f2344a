import type { Area } from "../lib/area.ts";
import type { OpenedSession } from "./open-session.ts";

/** A sign-in with a correct password but no second factor yet; its tokens grant nothing. */
export type PendingSignIn = OpenedSession;

/** Error code when a pending sign-in has ended, or its factor was removed. */
export const EXPIRED = "sign_in_expired";

/** Stored in this tab only, so that a reload asks for the code again instead of the password. */
export function storePendingSignIn(area: Area, pending: PendingSignIn): void {
  try {
    sessionStorage.setItem(keyOf(area), JSON.stringify(pending));
  } catch {
    // Without storage a reload asks for the password.
  }
}

/** The area's pending sign-in; null when there is none or its token has expired. */
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
    // Without storage there is nothing to remove.
  }
}

const keyOf = (area: Area) => `foyer-${area}-code`;

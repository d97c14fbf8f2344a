import type { Area } from "./area.ts";
import { BackendError } from "./errors.ts";
import { readStoredSession } from "./stored-session.ts";

/**
 * Fails at once when offline with an expired token: supabase-js would spend half a minute trying to
 * refresh it while every request waits.
 * @throws {BackendError} when this would happen.
 */
export function requireReach(area: Area): void {
  const endsAt = (readStoredSession(area)?.expires_at ?? Number.POSITIVE_INFINITY) * 1000;
  if (!navigator.onLine && endsAt - Date.now() < RENEWED_BEFORE_MS) {
    throw new BackendError("Failed to fetch");
  }
}

/** Time before its expiry at which supabase-js refreshes a token, in milliseconds. */
const RENEWED_BEFORE_MS = 90_000;

import type { Area } from "./area.ts";
import { BackendError } from "./errors.ts";
import { readStoredSession } from "./stored-session.ts";

/**
 * Offline, supabase-js spends half a minute trying to refresh an expired token, and every request
 * waits for it.
 * @throws {BackendError} when this would happen.
 */
export function requireReach(area: Area): void {
  const endsAt = (readStoredSession(area)?.expires_at ?? Number.POSITIVE_INFINITY) * 1000;
  if (!navigator.onLine && endsAt - Date.now() < RENEWED_BEFORE_MS) {
    throw new BackendError("Failed to fetch");
  }
}

/** supabase-js refreshes a token this long before it expires. */
const RENEWED_BEFORE_MS = 90_000;

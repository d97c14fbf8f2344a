import { type Area, storageKeyOf } from "./area.ts";
import { tokenStore } from "./token-store.ts";

/** The part of a stored session that is needed before supabase-js has loaded. */
export interface StoredSession {
  access_token: string;
  user: { id: string; email?: string };
  /** Expiry of the access token, in seconds since the epoch. */
  expires_at?: number;
}

/**
 * The area's session as stored by supabase-js, without verifying or refreshing it; null when there
 * is none.
 */
export function readStoredSession(area: Area): StoredSession | null {
  try {
    const stored = JSON.parse(
      tokenStore.getItem(storageKeyOf(area)) ?? "null",
    ) as StoredSession | null;
    return stored?.access_token && stored.user?.id ? stored : null;
  } catch {
    return null;
  }
}

/** Removes the area's tokens from the browser. */
export function removeStoredSession(area: Area): void {
  tokenStore.removeItem(storageKeyOf(area));
}

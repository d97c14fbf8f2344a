import { type Area, storageKeyOf } from "./area.ts";
import { tokenStore } from "./token-store.ts";

/** The part of a stored session that is needed before supabase-js has loaded. */
export interface KeptSession {
  access_token: string;
  user: { id: string; email?: string };
  /** Expiry of the access token, in seconds since the epoch. */
  expires_at?: number;
}

/**
 * The area's session as stored by supabase-js, without verifying or refreshing it; null when there
 * is none.
 */
export function readKeptSession(area: Area): KeptSession | null {
  try {
    const kept = JSON.parse(tokenStore.getItem(storageKeyOf(area)) ?? "null") as KeptSession | null;
    return kept?.access_token && kept.user?.id ? kept : null;
  } catch {
    return null;
  }
}

/** Removes the area's tokens from the browser. */
export function removeKeptSession(area: Area): void {
  tokenStore.removeItem(storageKeyOf(area));
}

import { type Area, storageKeyOf } from "./area.ts";
import { tokenStore } from "./token-store.ts";

/** The part of a kept session that is needed before supabase-js has arrived. */
export interface KeptSession {
  access_token: string;
  user: { id: string; email?: string };
  /** When the access token runs out, in seconds. */
  expires_at?: number;
}

/** The area's session as supabase-js keeps it, without asking or refreshing; null when there is none. */
export function readKeptSession(area: Area): KeptSession | null {
  try {
    const kept = JSON.parse(tokenStore.getItem(storageKeyOf(area)) ?? "null") as KeptSession | null;
    return kept?.access_token && kept.user?.id ? kept : null;
  } catch {
    return null;
  }
}

/** Takes the area's tokens out of the browser. */
export function removeKeptSession(area: Area): void {
  tokenStore.removeItem(storageKeyOf(area));
}

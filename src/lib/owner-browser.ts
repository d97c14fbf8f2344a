import { stored } from "./stored.ts";
import { tokenStore } from "./token-store.ts";

const KEY = "foyer-owner-browser";

/** Marks this browser as the owner's, permanently. */
export function markOwnerBrowser(): void {
  if (!isOwnerBrowser()) tokenStore.setItem(KEY, "yes");
}

/** Whether the owner has ever signed in to the panel in this browser. */
export function isOwnerBrowser(): boolean {
  return stored(KEY) !== null;
}

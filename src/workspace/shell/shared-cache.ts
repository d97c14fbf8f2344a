/** The cache for what other apps share, until it is a note or in the drive. */
export const SHARED_CACHE = "foyer-shared";

/** Forgets what was shared, when the user logs out. */
export async function forgetShared(): Promise<void> {
  if ("caches" in window) await caches.delete(SHARED_CACHE);
}

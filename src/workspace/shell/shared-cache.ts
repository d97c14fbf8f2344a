/** The cache for what other apps share, until it is a note or in the drive. */
export const SHARED_CACHE = "foyer-shared";

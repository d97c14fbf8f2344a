/** The cache for shared content of other apps, until it is in a note or in the drive. */
export const SHARED_CACHE = "foyer-shared";

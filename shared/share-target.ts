/**
 * Path below the site's root to which other apps send shared content, as declared in the manifest.
 */
export const SHARE_TARGET = "share-target";

/** URL parameter of the notes: the id of shared content, or why it was not stored. */
export const SHARED_PARAM = "shared";

export const sharedAddress = (outcome: string) => `#/workspace/notes?${SHARED_PARAM}=${outcome}`;

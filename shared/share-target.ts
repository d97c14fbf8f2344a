/** Where the manifest has other apps send what they share, below the site's root. */
export const SHARE_TARGET = "share-target";

/** The parameter of the notes that says what became of it: its id, or why nothing was kept. */
export const SHARED_PARAM = "shared";

export const sharedAddress = (outcome: string) => `#/workspace/notes?${SHARED_PARAM}=${outcome}`;

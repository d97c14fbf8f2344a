/** Sent with every response of a function on Supabase, so that `npm run doctor` can compare it. */
export const SOURCE_HEADER = "x-foyer-source";

/** The digest of what was deployed; `npm run deploy` fills it in. */
export const SOURCE_DIGEST = "unknown";

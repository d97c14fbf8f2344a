/** The cache in which the page stores the address for reminders' answers, for the worker. */
export const REMINDERS_CACHE = "foyer-reminders";

/** The key of that address, below the site's own. */
export const REMINDERS_ADDRESS = "reminders-address";

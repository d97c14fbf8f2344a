/** Limits of what visits are recorded with; those of their rows are in the database. */

/** Characters of a visitor's `User-Agent` that are read; browsers send about 150. */
export const USER_AGENT_LENGTH = 500;

/** Visits and followed links that one sweep deletes; a second of the database's time. */
export const ANALYTICS_SWEEP_ROWS = 50_000;

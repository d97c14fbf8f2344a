/** Durations of notices to the owner; the database limits their number. */

/**
 * Milliseconds one mail may take; a claim in the outbox lasts longer, and a function's answer too.
 */
export const MAIL_SEND_MS = 20_000;

/** Milliseconds between checks of the outbox, for retries; a new notice is sent at once. */
export const NOTICE_TIMER_MS = 30_000;

/**
 * Request header with the value of the honeypot field, of pages delivered by version 1.0. Later ones
 * report it in the message's `spam_reason`, which a hosted Supabase accepts.
 */
export const HONEYPOT_HEADER = "x-foyer-website";

/** Request header of those pages with the milliseconds from opening the form to sending it. */
export const FILL_TIME_HEADER = "x-foyer-fill-ms";

/**
 * Milliseconds. The form waits this long before it sends, so no visitor is ever refused.
 * @limit content: time between opening and sending the contact form
 */
export const FILL_TIME_MS = 3000;

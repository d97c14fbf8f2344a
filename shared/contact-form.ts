/** Request header with the value of the honeypot field, percent-encoded. */
export const HONEYPOT_HEADER = "x-foyer-website";

/** Request header with the milliseconds from opening the form to sending it. */
export const FILL_TIME_HEADER = "x-foyer-fill-ms";

/**
 * Milliseconds. The form waits this long before it sends, so no visitor is ever refused.
 * @limit content: time between opening and sending the contact form
 */
export const FILL_TIME_MS = 3000;

/** Milliseconds. The host refuses a form filled in faster; clocks differ, hence the margin. */
export const REFUSED_FILL_TIME_MS = 2000;

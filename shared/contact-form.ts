/**
 * Milliseconds. The form waits this long before it sends, so no visitor is ever refused.
 * @limit content: time between opening and sending the contact form
 */
export const FILL_TIME_MS = 3000;

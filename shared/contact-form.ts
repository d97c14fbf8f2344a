/**
 * Request header with the value of the honeypot field. Pages delivered by version 1.0 report both
 * checks in headers; later ones in the message's `spam_reason`, which a hosted Supabase accepts.
 */
export const HONEYPOT_HEADER = "x-foyer-website";

/** Request header with the milliseconds from opening the form to sending it. */
export const FILL_TIME_HEADER = "x-foyer-fill-ms";

/**
 * Milliseconds. The form waits this long before it sends, so no visitor is ever refused.
 * @limit content: time between opening and sending the contact form
 */
export const FILL_TIME_MS = 3000;

/** Milliseconds. A form that was filled in faster is spam; clocks differ, hence the margin. */
const SUSPICIOUS_FILL_TIME_MS = 2000;

/** Signs that tell people from bots. */
export interface FillSigns {
  /** Value of the honeypot field. */
  trap: string;
  /** Milliseconds from showing the form to sending it. */
  fillMs: number;
}

/** Why the database keeps a message in Spam; undefined for a message without such a reason. */
export function spamReasonOf({ trap, fillMs }: FillSigns): "trap" | "speed" | undefined {
  if (trap !== "") return "trap";
  return fillMs >= SUSPICIOUS_FILL_TIME_MS ? undefined : "speed";
}

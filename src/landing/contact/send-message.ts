import { readErrorMessage } from "../../lib/response-error.ts";
import type { ClientConfig } from "../../lib/site-config.ts";

/** What a visitor writes. */
export interface ContactMessage {
  /** Stays the same when the same words are sent again, so that they never make two rows. */
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** How the form was filled in; people and programs differ in it. */
export interface FillSigns {
  /** Text of the field no person sees. */
  website: string;
  /** Milliseconds from the form's appearance to its sending. */
  fillMs: number;
}

/** A form sent sooner than this after it appeared waits for the rest of the time. */
export const MIN_FILL_MS = 3000;

/**
 * A new id for a message: 128 random bits in hex, which PostgreSQL reads as a uuid.
 * `crypto.randomUUID` does not exist on plain http.
 */
export function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Stores a message for the owner. Throws an Error with the server's own message on failure.
 * Our own server judges the signs, which travel as headers; a hosted Supabase would refuse foreign
 * headers, so there the trap field is judged here.
 */
export async function sendMessage(
  config: ClientConfig,
  { id, name, email, subject, message }: ContactMessage,
  { website, fillMs }: FillSigns,
): Promise<void> {
  if (!config.embedded && website !== "") {
    throw new Error("Please leave the Website field empty.");
  }
  const signs = { "x-foyer-website": encodeURIComponent(website), "x-foyer-fill-ms": `${fillMs}` };
  const response = await fetch(`${config.supabaseUrl}/rest/v1/messages`, {
    method: "POST",
    headers: {
      apikey: config.publishableKey,
      "content-type": "application/json",
      prefer: "return=minimal",
      ...(config.embedded ? signs : {}),
    },
    body: JSON.stringify({ id, name, email, subject, message, is_read: false }),
  });
  // The id is taken: these words arrived before, and only the answer was lost.
  if (!response.ok && response.status !== 409) throw new Error(await readErrorMessage(response));
  // Browsers count an answer that nobody reads as an aborted request.
  await response.text();
}

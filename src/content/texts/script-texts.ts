import { UNREACHED } from "../../lib/response-error.ts";

/**
 * The English texts that the page's scripts need, in a separate file to keep the scripts small. A
 * page in another language has its own in its HTML; see `deliveredTexts`. `{…}` is replaced.
 */
export const formTexts = {
  label: "Send me a message",
  name: "Name",
  email: "Email Address",
  subject: "Subject",
  message: "Message",
  send: "Send Message",
  sending: "Sending...",
  sent: "Message sent successfully! I will get back to you soon.",
  error: "Error: {reason}",
  unreached: UNREACHED,
  /** `{reason}` is the server's own sentence, in English; `{time}` is "in 10 minutes" or `later`. */
  limited: "{reason}",
  later: "later",
  refused: "{reason}",
};

export type FormTexts = typeof formTexts;

/** Texts about pictures, content and messages that failed. */
export const failureTexts = {
  unsent:
    "Error: The message was not sent. Check your connection and try again, or copy your text and reload the page.",
  /** Shown on a static site; `{day}` is a date. */
  outdated: "The latest changes could not be loaded. This page shows the content of {day}.",
  noPicture: "{name} (no picture)",
};

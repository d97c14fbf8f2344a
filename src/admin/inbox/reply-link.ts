import { formatDateTime } from "../../lib/format.ts";
import { mailHref, type SafeHref, safeHref } from "../../lib/safe-url.ts";
import { shorten } from "../../lib/shorten.ts";
import type { Message } from "./message-set.ts";

/** Maximum length of the link; some systems pass no longer URLs to the mail program. */
const LONGEST = 1900;

/** Maximum length of the subject, so that it leaves room for the text. */
const LONGEST_SUBJECT = 150;

/**
 * A link that opens the owner's mail program with a prefilled reply: subject and quoted text.
 * @returns null when the visitor's address is not safe to use in a link.
 */
export function replyHref(
  message: Pick<Message, "name" | "email" | "subject" | "message" | "created_at">,
): SafeHref | null {
  if (!mailHref(message.email)) return null;
  // An unencoded ? or & in the email address would add recipients.
  const address = message.email.trim().split("@").map(encode).join("@");
  const start = `mailto:${address}?subject=${encode(replySubject(message.subject))}&body=`;
  const intro = `\n\nOn ${formatDateTime(message.created_at)}, ${shorten(message.name, 80)} wrote:\n`;
  const lines = `${intro}${quote(message.message)}`;
  return safeHref(start + encodeWithin(lines, LONGEST - start.length));
}

function replySubject(subject: string): string {
  const text = shorten(subject.replace(/\s+/g, " ").trim(), LONGEST_SUBJECT);
  return /^re:/i.test(text) ? text : `Re: ${text}`;
}

function quote(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}

/** Encodes as much of the text as fits; a shortened text ends in three dots. */
function encodeWithin(text: string, room: number): string {
  const dots = encode("…");
  let encoded = "";
  for (const character of text) {
    const next = encode(character);
    if (encoded.length + next.length + dots.length > room) return encoded + dots;
    encoded += next;
  }
  return encoded;
}

/** Line breaks in mailto links are CR LF (RFC 6068); half a surrogate pair cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd").replace(/\n/g, "\r\n"));
}

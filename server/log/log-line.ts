import { LOG_LINE_LENGTH } from "../../shared/limits.ts";

/**
 * Makes any text safe to log in one line: control characters, line breaks and bidirectional marks
 * are escaped, so that the text cannot forge log lines or control a terminal.
 */
export function logLine(text: string): string {
  // Truncated before escaping, because the text may have megabytes.
  const escaped = text
    .slice(0, LOG_LINE_LENGTH + 1)
    .replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return escaped.length > LOG_LINE_LENGTH ? `${escaped.slice(0, LOG_LINE_LENGTH - 1)}…` : escaped;
}

/** C0, DEL, C1, line and paragraph separators, bidirectional marks, and lone surrogates. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

import { restError } from "../http/error-responses.ts";

/** Open parentheses in a query; the site's own queries have three levels. */
const QUERY_MAX_DEPTH = 6;

/** Lists and objects open at once in a body; the site's own bodies have three levels. */
const JSON_MAX_DEPTH = 64;

/**
 * The engine parses nested input recursively, and logs input it cannot parse. So nesting is
 * rejected when it would overflow the stack or multiply rows by embedding (skills by categories by
 * skills), and control characters in a URL are rejected because they could forge log lines or
 * control a terminal.
 * @param search the URL's query string, still percent-encoded.
 * @returns the refusal, or null.
 */
export function checkShape(search: string, body: Uint8Array): Response | null {
  const query = [...new URLSearchParams(search)].flat().join("&");
  if (/\p{Cc}/u.test(query)) {
    return restError(400, "PGRST100", "Control characters are not allowed in the address");
  }
  if (parentheses(query) > QUERY_MAX_DEPTH) {
    return restError(400, "PGRST100", "The query is nested too deeply");
  }
  if (isDeepJson(body)) return restError(400, "PGRST102", "The JSON is nested too deeply");
  return null;
}

/** Maximum number of open parentheses. */
function parentheses(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "(") deepest = Math.max(deepest, ++depth);
    else if (character === ")") depth--;
  }
  return deepest;
}

/** Works on bytes, because most bodies are not decoded to text here at all. */
function isDeepJson(body: Uint8Array): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < body.byteLength; at++) {
    const code = body[at];
    if (quoted && code === BACKSLASH) at++;
    else if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (code === BRACKET || code === BRACE) {
      if (++depth > JSON_MAX_DEPTH) return true;
    } else if (code === BRACKET + 2 || code === BRACE + 2) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

import { restError } from "../answers.ts";

/** Parentheses of a query; the site's own have three. Each more embeds a table's rows in those of another. */
const DEEPEST_QUERY = 6;

/** Lists and objects of a body; the site's own have three. */
const DEEPEST_JSON = 64;

/**
 * The engine reads what is nested by recursion, and prints what it cannot read. Nesting that would
 * use up its stack, or multiply skills by categories by skills for the database, is therefore
 * refused, and so are control characters in an address, which would write lines of their own into
 * the log, or give commands to the terminal that shows it.
 * @param search the query of the address, still percent-encoded.
 * @returns the refusal, or null.
 */
export function checkShape(search: string, body: Uint8Array): Response | null {
  const query = [...new URLSearchParams(search)].flat().join("&");
  if (/\p{Cc}/u.test(query)) {
    return restError(400, "PGRST100", "Control characters are not allowed in the address");
  }
  if (parentheses(query) > DEEPEST_QUERY) {
    return restError(400, "PGRST100", "The query is nested too deeply");
  }
  if (isDeepJson(body)) return restError(400, "PGRST102", "The JSON is nested too deeply");
  return null;
}

/** How many are open at once at most. */
function parentheses(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "(") deepest = Math.max(deepest, ++depth);
    else if (character === ")") depth--;
  }
  return deepest;
}

/** Looks at bytes, because most bodies need not become text here at all. */
function isDeepJson(body: Uint8Array): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < body.byteLength; at++) {
    const code = body[at];
    if (quoted && code === BACKSLASH) at++;
    else if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (code === BRACKET || code === BRACE) {
      if (++depth > DEEPEST_JSON) return true;
    } else if (code === BRACKET + 2 || code === BRACE + 2) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

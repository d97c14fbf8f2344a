import { completeAddress, safeHref } from "./safe-url.ts";

/**
 * The link target for a typed address: `example.org/a` and `me@example.org` get the missing scheme.
 * Null when it is not an http, https or mailto address.
 */
export function toHref(address: string): string | null {
  return safeHref(completeAddress(address.trim()));
}

/**
 * Whether typed text is auto-linked: text with a scheme or `www.`, an email address, or a host
 * under a common top-level domain. Other domains are often file names: `readme.md`, `main.rs`.
 */
export function isTypedAddress(text: string): boolean {
  // The pattern first, because parsing every word as a URL would take most of a page's rendering.
  return TYPED.test(text) && toHref(text) !== null;
}

const TYPED =
  /^(?:https?:\/\/|www\.|mailto:)|^[^@/:]+@[^@/:]+$|^[^@/?#]+\.(?:com|org|net|edu|gov|io|dev|eu)(?:[:/?#]|$)/i;

/**
 * The addresses in a text, by the rules of GitHub's Markdown: trailing punctuation and unmatched
 * closing brackets are excluded. All other code uses this function to find where an address ends.
 */
export function findAddresses(text: string): { text: string; index: number; href: string }[] {
  const found: ReturnType<typeof findAddresses> = [];
  for (const { 0: word, index: at } of text.matchAll(WORDS)) {
    if (!/[.:@]/.test(word)) continue;
    const scheme = word.search(SCHEME);
    const start = scheme < 0 ? (OPENING.exec(word)?.[0].length ?? 0) : scheme;
    const address = withoutPunctuation(word.slice(start));
    if (!isTypedAddress(address)) continue;
    found.push({ text: address, index: at + start, href: completeAddress(address) });
  }
  return found;
}

/** Addresses end at spaces, quotes, brackets and full stops of other scripts. */
const WORDS =
  /(?:(?![,;]https?:\/\/)[^\s<>"`|\ufffc“”„‟‘’«»‹›…、。「」『』【】〈〉《》〔〕（）［］｛｝，．：；！？،؛؟۔।])+/gi;

/** An address may follow other characters, as in `see:https://…`. */
const SCHEME = /(?<![a-z\d])(?:https?:\/\/|www\.|mailto:)/i;
const OPENING = /^[([{'*_~]+/;

function withoutPunctuation(word: string): string {
  const count = (sign: string) => word.split(sign).length - 1;
  const unopened = new Map(
    ["()", "[]", "{}"].map(([open = "", close = ""]) => [close, count(close) - count(open)]),
  );
  let end = word.length;
  for (; end > 0; end -= 1) {
    const last = word[end - 1] ?? "";
    const extra = unopened.get(last);
    if (extra === undefined ? !/[.,:;!?'*_~([{]/.test(last) : extra <= 0) break;
    if (extra !== undefined) unopened.set(last, extra - 1);
  }
  return word.slice(0, end);
}

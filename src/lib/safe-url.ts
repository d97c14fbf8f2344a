import { siteAddress } from "./site-address.ts";

declare const safe: unique symbol;

/** An absolute http, https or mailto URL that is safe in an `href`. Only `safeHref` creates one. */
export type SafeHref = string & { readonly [safe]: "href" };

/** An http(s) URL or a path of this site that is safe as a picture's `src`. */
export type SafePicture = string & { readonly [safe]: "picture" };

const LINK_SCHEMES = new Set(["http:", "https:", "mailto:"]);

/**
 * Converts text from the database to a link target.
 * @returns the normalized URL, or null when it is not an absolute http, https or mailto URL.
 */
export function safeHref(text: string | null | undefined): SafeHref | null {
  const url = parse(text);
  if (!url || !LINK_SCHEMES.has(url.protocol)) return null;
  if (url.protocol === "mailto:" && url.pathname === "") return null;
  return url.href as SafeHref;
}

/** Adds a missing scheme: `example.org/a` gets `https://`, `me@example.org` gets `mailto:`. */
export function completeAddress(text: string): string {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/@]+:\d/.test(text);
  if (hasScheme || /\s/.test(text) || !/^[^./?#][^/?#]*\.[^./?#]/.test(text)) return text;
  return text.includes("@") && !text.includes("/") ? `mailto:${text}` : `https://${text}`;
}

/**
 * Converts an email address to a `mailto:` link.
 * @returns null when the text does not look like a single address.
 */
export function mailHref(address: string | null | undefined): SafeHref | null {
  const text = address?.trim() ?? "";
  if (!/^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+$/.test(text)) return null;
  return safeHref(`mailto:${text}`);
}

/**
 * Converts text from the database to a picture URL.
 * @param text an http(s) URL or a path of this site (`/sample/x.webp`).
 * @returns the normalized URL; a path below the site's root; null for anything else.
 */
export function safePicture(text: string | null | undefined): SafePicture | null {
  const trimmed = text?.trim() ?? "";
  if (SITE_PATH.test(trimmed)) return siteAddress(trimmed) as SafePicture;
  const url = parse(trimmed);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return null;
  return url.href as SafePicture;
}

// With a second slash or a backslash, the URL would belong to another host.
const SITE_PATH = /^\/(?![/\\])[\w\-./~%]*$/;

function parse(text: string | null | undefined): URL | null {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "" || hasControlCharacter(trimmed)) return null;
  try {
    return new URL(trimmed);
  } catch {
    return null;
  }
}

// Browsers drop tabs and newlines inside a scheme, so URLs that contain any are refused.
function hasControlCharacter(text: string): boolean {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

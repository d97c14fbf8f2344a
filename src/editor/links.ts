import { completeAddress, safeHref } from "../lib/safe-url.ts";

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
  if (toHref(text) === null) return false;
  return /^(?:https?:\/\/|www\.|mailto:)|@|^[^/?#]+\.(?:com|org|net|edu|gov|io|dev|eu)(?:[:/?#]|$)/i.test(
    text,
  );
}

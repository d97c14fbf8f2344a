import type { MiddlewareHandler } from "hono";
import type { Config } from "./config.ts";

/**
 * Puts the security headers on every answer, errors included. A part of the gateway that has set
 * one of them itself (the page its hashed policy, an upload its sandbox) keeps its own.
 */
export function securityHeaders(config: Pick<Config, "publicUrl">): MiddlewareHandler {
  const headers = Object.entries(securityHeadersFor(config));
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}

/**
 * The headers by name. `strict-transport-security` only where the public address is https.
 * No `cross-origin-opener-policy`: it makes the browser change its process before the first paint
 * (about 40 of 770 ms on a throttled phone), and nothing here trusts a window that opened it.
 */
export function securityHeadersFor(config: Pick<Config, "publicUrl">): Record<string, string> {
  const secure = config.publicUrl?.protocol === "https:";
  return {
    "content-security-policy": contentSecurityPolicy({ scriptHashes: [], styleHashes: [] }, config),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy":
      "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    ...(secure ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

/**
 * The policy of a page whose inline scripts and styles have these `'sha256-…'` sources.
 *
 * - Styles: elements need a hash, `style` attributes are free, because a skill's bar carries its
 *   width and rich text its alignment there; an attribute cannot load or run anything by itself.
 * - Pictures may come from any https host, since the owner may paste a picture's address; plain
 *   http only where the site itself is served over http.
 * - Frames: only what a page made itself, which is how a PDF of the drive is shown.
 */
export function contentSecurityPolicy(
  hashes: { scriptHashes: string[]; styleHashes: string[] },
  config: Pick<Config, "publicUrl">,
): string {
  const secure = config.publicUrl?.protocol === "https:";
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes.scriptHashes].join(" "),
    ["style-src 'self'", ...hashes.styleHashes].join(" "),
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: https:${secure ? "" : " http:"}`,
    "connect-src 'self'",
    "frame-src blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

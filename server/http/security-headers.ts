import { createHash } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { MiddlewareHandler } from "hono";
import { SERVICE_PATH } from "../../shared/api-paths.ts";
import type { Config } from "../config.ts";

/** URLs of files and of the calendar contain tokens. */
export const hideAddresses: MiddlewareHandler = async (context, next) => {
  await next();
  if (SERVICE_PATH.test(context.req.path)) {
    context.res.headers.set("referrer-policy", "no-referrer");
  }
};

/**
 * The headers of every response, including errors, by name. Parts of the gateway may override some
 * (the page its hashed policy, an upload its sandbox). `strict-transport-security` is only sent if
 * the public address is https. `cross-origin-opener-policy` is omitted, because it makes the
 * browser switch processes before the first paint (about 40 of 770 ms on a throttled phone), and
 * nothing here trusts an opener window.
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

/** A response without a body, for a connection that is closed afterwards. */
export function rawResponse(status: number, headers: Record<string, string>): string {
  const all = { connection: "close", "content-length": "0", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`;
}

/** The `'sha256-…'` source of an inline script's or style's exact text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The `'sha256-…'` sources of a page's inline scripts and styles. */
export interface PolicyHashes {
  scriptHashes: string[];
  styleHashes: string[];
}

/**
 * The policy of a page whose inline scripts and styles have these hashes.
 * - Styles: elements need a hash; `style` attributes are allowed, because skill bars set their
 *   width and rich text its alignment there. An attribute cannot load or run anything.
 * - Pictures may come from any https host, since the owner may paste a picture's URL; plain http
 *   only when the site itself is served over http.
 * - Frames: only blobs the page created, which is how the drive shows a PDF.
 */
export function contentSecurityPolicy(
  hashes: PolicyHashes,
  config: Pick<Config, "publicUrl">,
): string {
  return [...directives(hashes, config), "frame-ancestors 'none'"].join("; ");
}

/**
 * Security headers of a page whose data comes from another origin: a policy for its `<meta>`
 * element, and headers for hosts that can send some. The `<meta>` policy omits `frame-ancestors`,
 * which browsers accept only in a header and warn about otherwise.
 */
export function staticSiteHeaders(
  hashes: PolicyHashes,
  config: Pick<Config, "publicUrl"> & { dataOrigin: string },
): { policy: string; headers: Record<string, string> } {
  const policy = directives(hashes, config, ` ${config.dataOrigin}`).join("; ");
  const enforced = `${policy}; frame-ancestors 'none'`;
  const headers = { ...securityHeadersFor(config), "content-security-policy": enforced };
  return { policy, headers };
}

/** @param dataOrigin a further source, with a leading space; empty when the data is same-origin. */
function directives(
  hashes: PolicyHashes,
  config: Pick<Config, "publicUrl">,
  dataOrigin = "",
): string[] {
  const secure = config.publicUrl?.protocol === "https:";
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes.scriptHashes].join(" "),
    ["style-src 'self'", ...hashes.styleHashes].join(" "),
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: https:${secure ? "" : " http:"}`,
    // A video's poster frame is drawn before the video is stored.
    `media-src 'self' blob:${dataOrigin}`,
    // 'self' includes WebSockets to the page's own host; for another origin they must be listed.
    `connect-src 'self'${dataOrigin}${dataOrigin.replace(" http", " ws")}`,
    "frame-src blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ];
}

import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { DEVICE_INFO_MAX_LENGTH } from "../../shared/limits.ts";
import { BROWSER_HEADER, TYPED_NAME_HEADER } from "../../shared/sign-in.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { networkOf, visitorAddress } from "../http/visitor-address.ts";
import { KNOWN_DEVICE_DAYS } from "../limits/limits.ts";
import type { ClientInfo } from "./known-clients.ts";
import type { SessionOrigin } from "./sessions.ts";

/** The origin of a request to the Auth service. */
export interface RequestSource extends ClientInfo, SessionOrigin {
  /** A browser without a device id gets a new one, which it stores if the sign-in succeeds. */
  device: string;
  /** Hash of the typed name if it is not an email. */
  typedName: string | null;
}

export function sourceOf(
  context: Context<GatewayEnvironment>,
  { trustProxy }: { trustProxy: boolean },
): RequestSource {
  const { headers } = context.req.raw;
  const address = visitorAddress(headers, context.env, trustProxy);
  // Set by our own functions for the user they serve; trusted only with the secret key.
  const served = context.var.caller.role === "service_role";
  const userAgent = headers.get(served ? BROWSER_HEADER : "user-agent");
  return {
    address,
    network: networkOf(address),
    device: readDevice(headers) ?? createDevice(),
    userAgent: userAgent?.slice(0, DEVICE_INFO_MAX_LENGTH) ?? null,
    typedName: served ? headers.get(TYPED_NAME_HEADER) : null,
  };
}

/**
 * Stores the device id in an HttpOnly cookie, which no script can read. On https, the cookie's name
 * has a prefix that browsers accept only from this host, and the cookie of earlier versions is
 * removed.
 */
export function storeDevice(context: Context, device: string, origin: string): void {
  const add = (name: string, value: string, seconds: number, rest = "") =>
    context.header(
      "set-cookie",
      `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${rest}`,
      { append: true },
    );
  const seconds = KNOWN_DEVICE_DAYS * 86_400;
  if (origin.startsWith("https:")) {
    add(`__Host-${NAME}`, device, seconds, "; Secure");
    add(NAME, "", 0);
  } else {
    add(NAME, device, seconds);
  }
}

/** The browser's device id, or null. It grants nothing except a separate rate limit. */
function readDevice(headers: Headers): string | null {
  const sent = new Map<string, string>();
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const [name = "", value = ""] = pair.trim().split("=");
    if (PATTERN.test(value)) sent.set(name, value);
  }
  return sent.get(`__Host-${NAME}`) ?? sent.get(NAME) ?? null;
}

/** A new id of 256 random bits. */
function createDevice(): string {
  return randomBytes(32).toString("base64url");
}

const NAME = "foyer-device";
const PATTERN = /^[\w-]{43}$/;

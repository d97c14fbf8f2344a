import { randomBytes } from "node:crypto";
import { KNOWN_DEVICE_DAYS } from "../limits/limits.ts";

const NAME = "foyer-device";
const PATTERN = /^[\w-]{43}$/;

/** The device id the browser sent, or null. It grants no access; it only has its own rate limit. */
export function readDevice(headers: Headers): string | null {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const [name, value = ""] = pair.trim().split("=");
    if (name === NAME && PATTERN.test(value)) return value;
  }
  return null;
}

/** A new id of 256 random bits. */
export function createDevice(): string {
  return randomBytes(32).toString("base64url");
}

/** The `Set-Cookie` value that stores the id; HttpOnly, so no script can read it. */
export function deviceCookie(device: string, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${device}; Path=/; Max-Age=${KNOWN_DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`;
}

import { sha256 } from "@noble/hashes/sha2.js";

/** A UUID (version 8) derived from a source, without WebCrypto, which plain http lacks. */
export function derivedId(key: readonly string[]): string {
  const bytes = sha256(new TextEncoder().encode(JSON.stringify(["foyer-import", ...key]))).slice(
    0,
    16,
  );
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

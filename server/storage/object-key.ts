import { refuse } from "./failure.ts";

/** S3's limit, which hosted Supabase inherits. Bytes, which for these characters is the length. */
const LONGEST_KEY = 1024;
const LONGEST_BUCKET_NAME = 63;

/** What hosted Supabase accepts in keys: ASCII letters, digits and the characters S3 calls safe. */
const KEY_CHARACTERS = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET_CHARACTERS = /^[\w!\-.*'() &$@=;:+,?]+$/;

export interface ObjectAddress {
  bucket: string;
  key: string;
}

/**
 * Reads `<bucket>/<key>` from the rest of a request path.
 * @param encoded still percent-encoded.
 * @throws {StorageFailure} 400 for anything hosted Supabase refuses, and for empty, `.` and `..` segments.
 */
export function parseAddress(encoded: string): ObjectAddress {
  const path = decodePath(encoded);
  const slash = path.indexOf("/");
  if (slash < 0) throw refuse.invalidKey("");
  return { bucket: parseBucket(path.slice(0, slash)), key: parseKey(path.slice(slash + 1)) };
}

/** @throws {StorageFailure} 400 when the text is not a bucket's name. */
export function parseBucket(name: string): string {
  if (name.length > LONGEST_BUCKET_NAME || !BUCKET_CHARACTERS.test(name)) {
    throw refuse.invalidParameter("Bucket name invalid");
  }
  return name;
}

/** @throws {StorageFailure} 400 when the text is not an object's key. */
export function parseKey(key: string): string {
  if (!isValidKey(key)) throw refuse.invalidKey(key);
  return key;
}

export function isValidKey(key: string): boolean {
  return (
    key.length <= LONGEST_KEY &&
    KEY_CHARACTERS.test(key) &&
    key.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..")
  );
}

/** @throws {StorageFailure} 400 for a broken percent escape. */
export function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw refuse.invalidKey(encoded);
  }
}

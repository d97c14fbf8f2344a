import { OBJECT_KEY_MAX_LENGTH } from "../limits/limits.ts";
import { refuse } from "./failure.ts";

/** Maximum length of a bucket's name: S3's limit. */
const BUCKET_NAME_MAX_LENGTH = 63;

/** Characters that hosted Supabase accepts: ASCII letters, digits and those safe in S3. */
const KEY_CHARACTERS = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET_CHARACTERS = /^[\w!\-.*'() &$@=;:+,?]+$/;

export interface ObjectAddress {
  bucket: string;
  key: string;
}

/**
 * Parses `<bucket>/<key>` from the rest of a request path.
 * @param encoded still percent-encoded.
 * @throws {StorageFailure} 400 for anything hosted Supabase rejects, and for empty, `.` and `..`
 * segments.
 */
export function parseAddress(encoded: string): ObjectAddress {
  const path = decodePath(encoded);
  const slash = path.indexOf("/");
  if (slash < 0) throw refuse.invalidKey("");
  return { bucket: parseBucket(path.slice(0, slash)), key: parseKey(path.slice(slash + 1)) };
}

/** @throws {StorageFailure} 400 when the text is not a valid bucket name. */
export function parseBucket(name: string): string {
  if (name.length > BUCKET_NAME_MAX_LENGTH || !BUCKET_CHARACTERS.test(name)) {
    throw refuse.invalidParameter("Bucket name invalid");
  }
  return name;
}

/** @throws {StorageFailure} 400 when the text is not a valid object key. */
export function parseKey(key: string): string {
  if (!isValidKey(key)) throw refuse.invalidKey(key);
  return key;
}

export function isValidKey(key: string): boolean {
  return (
    key.length <= OBJECT_KEY_MAX_LENGTH &&
    KEY_CHARACTERS.test(key) &&
    key.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..")
  );
}

/** @throws {StorageFailure} 400 for an invalid percent escape. */
export function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw refuse.invalidKey(encoded);
  }
}

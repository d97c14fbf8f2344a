import { refuse } from "./failure.ts";

/**
 * The declared type of an upload, checked against those its bucket accepts (null for any).
 * @returns it in lower case, without parameters except a charset.
 * @throws {StorageFailure} 415.
 */
export function acceptType(type: string, mimeTypes: string[] | null): string {
  const [essence = "", ...parameters] = type
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!/^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,100}$/.test(essence)) throw refuse.mimeType(type);
  const accepted =
    mimeTypes === null ||
    mimeTypes.length === 0 ||
    mimeTypes.some((allowed) =>
      allowed.endsWith("/*") ? essence.startsWith(allowed.slice(0, -1)) : allowed === essence,
    );
  if (!accepted) throw refuse.mimeType(essence);
  const charset = parameters.find((part) => /^charset="?[\w-]{1,40}"?$/.test(part));
  return charset ? `${essence};${charset}` : essence;
}

/** The header is sent to every reader, so only plain directives are accepted. */
export function cacheControlOf(header: string | null): string {
  return header !== null && /^[\w-]+(=\d{1,10})?(, ?[\w-]+(=\d{1,10})?){0,5}$/.test(header)
    ? header
    : "no-cache";
}

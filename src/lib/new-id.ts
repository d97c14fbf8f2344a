/**
 * An id for a new row: 128 random bits in hex, which PostgreSQL reads as a uuid.
 * `crypto.randomUUID` does not exist on plain http.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

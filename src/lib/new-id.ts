/**
 * An id for a new row: 128 random bits in PostgreSQL's notation of a uuid, so that a row's id is
 * the same text before and after it is stored. `crypto.randomUUID` does not exist on plain http.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte, index) => {
    const dash = [4, 6, 8, 10].includes(index) ? "-" : "";
    return dash + byte.toString(16).padStart(2, "0");
  }).join("");
}

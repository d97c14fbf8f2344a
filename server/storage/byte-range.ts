/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header for a file of `size` bytes.
 * @returns null to send the whole file (no header, another unit, several ranges, or an invalid
 * header, as RFC 9110 allows), `unsatisfiable` for 416.
 */
export function parseRange(
  header: string | null,
  size: number,
): ByteRange | null | "unsatisfiable" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec((header ?? "").replaceAll(" ", ""));
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, first = "", last = ""] = match;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/**
 * Whether the object still matches `If-Range`, so that a range continues the client's partial copy.
 */
export function rangeStillHolds(header: string | null, etag: string, modified: Date): boolean {
  if (header === null) return true;
  if (header.startsWith('"')) return header === etag;
  return Date.parse(header) === Math.floor(modified.getTime() / 1000) * 1000;
}

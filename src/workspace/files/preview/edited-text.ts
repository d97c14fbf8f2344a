/** The text of a file, with line ends as a text field has them. */
export interface EditedText {
  text: string;
  /** How the file ends its lines. */
  newline: "\n" | "\r\n" | "\r";
  /** Whether the file begins with a byte order mark. */
  hasMark: boolean;
}

const MARK = "\ufeff";

/** Null when the bytes are no text in UTF-8, which saving them again would change. */
export function decodeText(bytes: ArrayBuffer): EditedText | null {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  if (text.includes("\0")) return null;
  const hasMark = text.startsWith(MARK);
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const count = (newline: string) => ends.filter((end) => end === newline).length;
  const [newline = "\n"] = (["\n", "\r\n", "\r"] as const).toSorted((a, b) => count(b) - count(a));
  return { text: text.slice(hasMark ? 1 : 0).replace(/\r\n?/g, "\n"), newline, hasMark };
}

/** The bytes of a text. A file with several kinds of line ends gets the most frequent one. */
export function encodeText({ text, newline, hasMark }: EditedText, type: string): Blob {
  return new Blob([hasMark ? MARK : "", text.replaceAll("\n", newline)], { type });
}

import { decodeBytes, detectEncoding, type TextEncoding } from "../../../lib/files/decode-text.ts";
import { encodeText } from "../../../lib/files/encode-text.ts";

/** The text of a file, with the line breaks of a text field. */
export interface EditedText extends TextEncoding {
  text: string;
  /** The line breaks of the file. */
  newline: "\n" | "\r\n" | "\r";
}

/**
 * @param chosen an encoding; detected if omitted.
 * @returns null when saving the unchanged text would change the bytes, for example of a binary
 * file.
 */
export function readText(content: ArrayBuffer, chosen?: string): EditedText | null {
  const bytes = new Uint8Array(content);
  const detected = detectEncoding(bytes);
  const encoding = chosen ?? detected.encoding;
  const kind = { encoding, hasMark: detected.hasMark && encoding === detected.encoding };
  const text = decodeBytes(bytes, encoding);
  if (text.includes("\0") || !isEqual(bytes, text, kind)) return null;
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const count = (newline: string) => ends.filter((end) => end === newline).length;
  const [newline = "\n"] = (["\n", "\r\n", "\r"] as const).toSorted((a, b) => count(b) - count(a));
  return { ...kind, text: text.replace(/\r\n?/g, "\n"), newline };
}

function isEqual(bytes: Uint8Array, text: string, kind: TextEncoding): boolean {
  try {
    const saved = encodeText(text, kind);
    return saved.length === bytes.length && saved.every((byte, at) => byte === bytes[at]);
  } catch {
    return false;
  }
}

/**
 * Encodes a text. Mixed line breaks become the file's most frequent kind.
 * @throws when the encoding lacks one of the characters.
 */
export function writeText({ text, newline, ...encoding }: EditedText, type: string): Blob {
  return new Blob([encodeText(text.replaceAll("\n", newline), encoding)], { type });
}

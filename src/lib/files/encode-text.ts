import { decodeBytes, type TextEncoding } from "./decode-text.ts";

/**
 * Encodes a text.
 * @throws with the first character that the encoding lacks.
 */
export function encodeText(
  text: string,
  { encoding, hasMark }: TextEncoding,
): Uint8Array<ArrayBuffer> {
  const marked = hasMark ? `\ufeff${text}` : text;
  if (encoding === "utf-8") return new TextEncoder().encode(marked);
  if (encoding.startsWith("utf-16")) {
    const bytes = new DataView(new ArrayBuffer(2 * marked.length));
    const isLittle = encoding === "utf-16le";
    for (let at = 0; at < marked.length; at += 1) {
      bytes.setUint16(2 * at, marked.charCodeAt(at), isLittle);
    }
    return new Uint8Array(bytes.buffer);
  }
  const table = tableOf(encoding);
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`“${character}” cannot be saved in ${encoding}.`);
      return bytes;
    }),
  );
}

/** Maps each one-byte or two-byte character to its bytes, because browsers can only decode. */
function tableOf(encoding: string): Map<string, number[]> {
  const table = new Map<string, number[]>();
  const add = (...bytes: number[]) => {
    const text = decodeBytes(Uint8Array.from(bytes), encoding);
    const isOne = Array.from(text).length === 1 && text !== "\ufffd";
    if (isOne && !table.has(text)) table.set(text, bytes);
  };
  const hasPairs = /^(?:shift_jis|euc|gb|big5)/.test(encoding);
  for (let lead = 0; lead < 256; lead += 1) {
    add(lead);
    // Windows writes characters that Shift_JIS contains twice with the other bytes.
    const isOther = encoding === "shift_jis" && (lead === 0xed || lead === 0xee);
    if (!hasPairs || lead <= 0x80 || isOther) continue;
    for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  }
  return table;
}

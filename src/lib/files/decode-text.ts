/**
 * The text of a file in UTF-8, or in UTF-16 with its mark, as Windows programs write it.
 * @returns null for any other file.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const mark = bytes.subarray(0, 2).join();
  const encoding = mark === "255,254" ? "utf-16le" : mark === "254,255" ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes at the start of a file that `isPlainPicture` checks. */
export const HEAD_BYTES = 4096;

/**
 * Whether a file may be shown inline in a browser tab: it has a raster format with that format's
 * signature, and nothing near the start that a browser could interpret as markup. All other files
 * are sent as downloads; pictures embedded in a page are shown either way.
 * @param head the first `HEAD_BYTES` bytes of the file, or all of it.
 */
export function isPlainPicture(mimetype: string, head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const signature = signatures[mimetype]?.test(bytes.subarray(0, 16).toString("hex")) ?? false;
  const text = bytes.toString("latin1");
  return signature && !MARKUP.test(text) && !text.includes(ZIP);
}

/** The signature of each format, in hexadecimal. */
const signatures: Record<string, RegExp | undefined> = {
  "image/png": /^89504e470d0a1a0a/,
  "image/jpeg": /^ffd8ff/,
  "image/gif": /^47494638(37|39)61/,
  "image/webp": /^52494646.{8}57454250/,
  "image/avif": /^.{8}66747970(61766966|61766973|6d696631)/,
};

/** Matches anything that browsers recognize as HTML, SVG or PDF. */
const MARKUP =
  /<(?:!doctype|!--|html|head|body|script|svg|iframe|img|a|b|br|div|p|h1|font|table|style|title|meta|link|object|embed|\?xml)[\s>/]|%PDF-/i;

/** The signature of a ZIP archive, and therefore of a JAR or an office document. */
const ZIP = "PK\u0003\u0004";

/** Bytes at the start of a file that `isPlainPicture` wants to see. */
export const HEAD_BYTES = 4096;

/**
 * Whether a file may be shown inside a browser tab: one of the raster formats, with the first bytes
 * that format has, and nothing near the start a browser could take for markup. All else is offered
 * as a download; pictures in a page show either way.
 * @param head the first bytes of the file, `HEAD_BYTES` or all of it.
 */
export function isPlainPicture(mimetype: string, head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const signature = signatures[mimetype]?.test(bytes.subarray(0, 16).toString("hex")) ?? false;
  const text = bytes.toString("latin1");
  return signature && !MARKUP.test(text) && !text.includes(ZIP);
}

/** The start of each format, in hexadecimal. */
const signatures: Record<string, RegExp | undefined> = {
  "image/png": /^89504e470d0a1a0a/,
  "image/jpeg": /^ffd8ff/,
  "image/gif": /^47494638(37|39)61/,
  "image/webp": /^52494646.{8}57454250/,
  "image/avif": /^.{8}66747970(61766966|61766973|6d696631)/,
};

/** What browsers take for HTML, SVG or PDF. */
const MARKUP =
  /<(?:!doctype|!--|html|head|body|script|svg|iframe|img|a|b|br|div|p|h1|font|table|style|title|meta|link|object|embed|\?xml)[\s>/]|%PDF-/i;

/** The start of an archive, and so of a JAR or an office document. */
const ZIP = "PK\u0003\u0004";

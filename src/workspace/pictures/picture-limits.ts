/** Formats that every browser shows and that load nothing else; SVG can load other resources. */
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];

/**
 * Maximum bytes; the device stores the picture until it is uploaded.
 * @limit content: a picture in a note
 */
export const PICTURE_MAX_BYTES = 25 * 1024 ** 2;

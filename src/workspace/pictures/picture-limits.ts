/** What every browser can show, and no address is needed for. SVG can load others. */
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];

/**
 * Bytes; a device keeps it until it is uploaded.
 * @limit content: a picture in a note
 */
export const PICTURE_MAX_BYTES = 25 * 1024 ** 2;

const BYTES = "application/octet-stream";

/** No SVG: it may contain scripts. */
const RASTER =
  /^image\/(?:apng|avif|bmp|gif|heic|heif|jpeg|jxl|png|tiff|vnd\.microsoft\.icon|webp|x-icon)$/;

/** No `+`: browsers parse `audio/anything+xml` as an XML document, which may contain scripts. */
const MEDIA = /^(?:audio|video)\/[a-z0-9][a-z0-9._-]*$/;

/**
 * The Content-Type an object is served with. Objects share the site's origin, so a stored script,
 * style sheet or document must not be sent with a type that the page's policy would let a browser
 * use: only raster pictures, audio, video, PDF and plain text keep theirs.
 * @param stored as declared by the upload, with or without parameters.
 */
export function passiveType(stored: string): string {
  const [essence = "", ...parameters] = stored
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (essence === "text/plain") {
    const charset = parameters.find((part) => /^charset="?[\w-]{1,40}"?$/.test(part));
    return charset ? `${essence};${charset}` : essence;
  }
  if (essence === "application/pdf" || RASTER.test(essence) || MEDIA.test(essence)) return essence;
  return BYTES;
}

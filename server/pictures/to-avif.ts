import { loadSharp } from "./load-sharp.ts";

/**
 * Maximum pixels of a picture to convert: the largest picture that the panel stores is 1600 by
 * 2400.
 * @limit content: pixels of a picture to convert to AVIF
 */
const CONVERTED_MAX_PIXELS = 1600 * 2400;

/**
 * With these values, a picture of 1600 by 1000 pixels takes about two thirds of the bytes of WebP
 * at 85. An effort of 4 saves another tenth and takes six times as long.
 */
const QUALITY = { quality: 50, effort: 2 };

/**
 * Converts a picture to AVIF: upright, without metadata, and only the first frame.
 * @throws {Error} when the picture cannot be read or has too many pixels.
 */
export async function toAvif(picture: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: CONVERTED_MAX_PIXELS, autoOrient: true };
  return new Uint8Array(await sharp(picture, options).avif(QUALITY).toBuffer());
}

import { type Area, drawArea, encode } from "./draw-area.ts";
import { type UploadOptions, uploadPublicFile } from "./public-files.ts";

/** Maximum size of the stored picture, in pixels; as PNG it then stays below the bucket's 5 MiB. */
const LARGEST_SIZE = 1024;

/**
 * Uploads a square part of a picture, never scaled up, under a unique name.
 * @param image must be decoded.
 * @returns its path in the bucket.
 * @throws {BackendError} with the backend's message.
 */
export async function uploadProfilePicture(
  { image, area }: { image: HTMLImageElement; area: Area },
  options: UploadOptions,
): Promise<string> {
  const size = Math.min(area.width, area.height);
  const side = Math.min(size, LARGEST_SIZE);
  const square = { ...area, width: size, height: size };
  const canvas = drawArea(image, square, { width: side, height: side });
  const path = `public/${Date.now()}.png`;
  await uploadPublicFile(path, await encode(canvas, "image/png"), options);
  return path;
}

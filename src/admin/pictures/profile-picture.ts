import { portraitNames } from "../../content/picture-files.ts";
import { type Area, drawArea, encode } from "./draw-area.ts";
import { removePublicFiles, type UploadOptions, uploadPublicFile } from "./public-files.ts";

/**
 * Maximum side length of the stored picture in pixels; a PNG then stays below the bucket's 5 MiB.
 */
const LARGEST_SIZE = 1024;

/** The parts of a picture that the page shows. */
export interface PortraitCut {
  /** Must be decoded. */
  image: HTMLImageElement;
  square: Area;
  /** Area for the first screen; null to show the middle of the square there. */
  tall: Area | null;
}

/**
 * Uploads the parts of a picture, without scaling them up, under unique names.
 * @returns the square's path in the bucket, whose name says whether there is a tall part.
 * @throws {BackendError} with the backend's message.
 */
export async function uploadProfilePicture(
  { image, square, tall }: PortraitCut,
  options: UploadOptions,
): Promise<string> {
  const names = portraitNames(Date.now(), tall !== null);
  const side = Math.min(square.width, square.height);
  const files = [{ name: names.square, area: { ...square, width: side, height: side } }];
  // The tall part is uploaded first, so that an existing square always has its tall part.
  if (tall && names.tall) files.unshift({ name: names.tall, area: tall });
  const sent: string[] = [];
  try {
    for (const { name, area } of files) {
      const onProgress = (share: number) =>
        options.onProgress((sent.length + share) / files.length);
      await uploadPublicFile(name, await cut(image, area), { ...options, onProgress });
      sent.push(name);
    }
  } catch (error) {
    await removePublicFiles(sent);
    throw error;
  }
  return names.square;
}

function cut(image: HTMLImageElement, area: Area): Promise<Blob> {
  const scale = Math.min(1, LARGEST_SIZE / Math.max(area.width, area.height));
  const size = {
    width: Math.round(area.width * scale),
    height: Math.round(area.height * scale),
  };
  return encode(drawArea(image, area, size), "image/png");
}

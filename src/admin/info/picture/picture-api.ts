import {
  publicUrlOf,
  removePublicFile,
  toStoredAddress,
  type UploadOptions,
  uploadPublicFile,
} from "../../../lib/public-files.ts";

/**
 * Uploads a PNG under a unique name.
 * @returns its path in the bucket.
 * @throws {BackendError} with the backend's message.
 */
export async function uploadPicture(png: Blob, options: UploadOptions): Promise<string> {
  const path = `public/${Date.now()}.png`;
  await uploadPublicFile(path, png, options);
  return path;
}

/**
 * The public URL of an uploaded picture, verified to load.
 * @throws {Error} when it cannot be loaded, for example in a bucket that is not public.
 */
export async function getPublicUrl(path: string): Promise<string> {
  const picture = new Image();
  const publicUrl = publicUrlOf(path);
  picture.src = publicUrl;
  await picture.decode().catch(() => {
    throw new Error(NO_PUBLIC_URL);
  });
  return toStoredAddress(publicUrl);
}

export const NO_PUBLIC_URL = "Could not get public URL for the uploaded image.";

/** Removes an upload by its path or public URL. Ignores other URLs and failures. */
export async function removePicture(place: string): Promise<void> {
  const path = /(?:^|\/object\/public\/profile-pictures\/)(public\/\d+\.png)$/.exec(place)?.[1];
  if (path) await removePublicFile(path);
}

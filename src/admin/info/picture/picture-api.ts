import {
  removePublicFiles,
  type UploadOptions,
  uploadPublicFile,
} from "../../pictures/public-files.ts";

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

/** Removes an upload by its path or public URL. Ignores other URLs and failures. */
export async function removePicture(place: string): Promise<void> {
  const path = /(?:^|\/object\/public\/profile-pictures\/)(public\/\d+\.png)$/.exec(place)?.[1];
  if (path) await removePublicFiles([path]);
}

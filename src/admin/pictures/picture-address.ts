import { publicUrlOf, toStoredAddress } from "./public-files.ts";

/**
 * The address of an uploaded picture, verified to load.
 * @param path in the bucket.
 * @throws {Error} when it cannot be loaded, for example in a bucket that is not public.
 */
export async function getPictureAddress(path: string): Promise<string> {
  const picture = new Image();
  const publicUrl = publicUrlOf(path);
  picture.src = publicUrl;
  await picture.decode().catch(() => {
    throw new Error(NO_PUBLIC_URL);
  });
  return toStoredAddress(publicUrl);
}

export const NO_PUBLIC_URL = "Could not get public URL for the uploaded image.";

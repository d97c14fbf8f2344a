import { isAnimated } from "./is-animated.ts";

/**
 * Maximum bytes of an image file before it is cropped; enough for a large photo.
 * @limit content: an image file to crop
 */
const CHOSEN_PICTURE_MAX_BYTES = 25 * 1024 * 1024;

/**
 * Maximum pixels of such a file, which take 200 MB of memory once decoded.
 * @limit content: an image to crop
 */
const CHOSEN_PICTURE_MAX_PIXELS = 50_000_000;

/** A chosen picture, ready to display. Revoke its URL when it is no longer needed. */
export interface OpenPicture {
  address: string;
  width: number;
  height: number;
  /** Whether the picture is an animation, of which only the first frame is cropped. */
  animated: boolean;
}

/**
 * Opens a file as a picture.
 * @throws {Error} with a message for the owner.
 */
export async function openPicture(file: File): Promise<OpenPicture> {
  if (!file.type.startsWith("image/") || file.type === "image/svg+xml") {
    throw new Error(`“${file.name}” is not a photo. ${USABLE}`);
  }
  if (file.size > CHOSEN_PICTURE_MAX_BYTES) {
    throw new Error(
      `“${file.name}” is ${Math.ceil(file.size / 1024 / 1024)} MB. Please choose a file of at most ${CHOSEN_PICTURE_MAX_BYTES / 1024 / 1024} MB.`,
    );
  }
  const address = URL.createObjectURL(file);
  try {
    const { naturalWidth, naturalHeight } = await decodePicture(address, file.name);
    const animated = isAnimated(new Uint8Array(await file.arrayBuffer()));
    return { address, width: naturalWidth, height: naturalHeight, animated };
  } catch (error) {
    URL.revokeObjectURL(address);
    throw error;
  }
}

const USABLE = "Please choose an image file such as PNG, JPEG, WebP, AVIF or GIF.";

/**
 * Loads a picture.
 * @param name of the picture, for messages.
 * @param isCopied whether the pixels are read, which another site may not allow.
 * @throws {Error} with a message for the owner.
 */
export async function decodePicture(
  address: string,
  name: string,
  { signal, isCopied = false }: { signal?: AbortSignal; isCopied?: boolean } = {},
): Promise<HTMLImageElement> {
  const unreadable = new Error(`“${name}” cannot be read as an image. It may be damaged.`);
  const picture = new Image();
  picture.referrerPolicy = "no-referrer";
  if (isCopied) picture.crossOrigin = "anonymous";
  // The dimensions are read before decoding, so that a huge picture is never decoded.
  await new Promise((resolve, reject) => {
    picture.onload = resolve;
    picture.onerror = () => reject(unreadable);
    signal?.addEventListener("abort", () => reject(unreadable));
    if (signal?.aborted) reject(unreadable);
    else picture.src = address;
  });
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (width * height > CHOSEN_PICTURE_MAX_PIXELS) {
    throw new Error(
      `“${name}” is ${Math.round((width * height) / 1e6)} megapixels. Please choose an image of at most ${CHOSEN_PICTURE_MAX_PIXELS / 1e6}.`,
    );
  }
  if (width === 0 || height === 0) throw unreadable;
  await picture.decode().catch(() => {
    throw unreadable;
  });
  return picture;
}

import { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";

/** Recommended minimum size of a picture, in pixels. */
export const ADVISED_SIZE = 400;

/** Maximum size of the stored picture, in pixels; as PNG it then stays below the bucket's 5 MiB. */
const LARGEST_SIZE = 1024;

/** A centered square, as wide as 90 percent of the picture where its height allows that. */
export function initialCrop(width: number, height: number): PercentCrop {
  return centerCrop(makeAspectCrop({ unit: "%", width: 90 }, 1, width, height), width, height);
}

export interface Square {
  x: number;
  y: number;
  size: number;
}

/** The crop in whole pixels of the picture, inside it and at least one pixel large. */
export function squareOf(crop: PercentCrop, width: number, height: number): Square {
  const wanted = Math.round(Math.min((crop.width / 100) * width, (crop.height / 100) * height));
  const size = Math.max(1, Math.min(wanted, width, height));
  const place = (percent: number, length: number) =>
    Math.max(0, Math.min(Math.round((percent / 100) * length), length - size));
  return { x: place(crop.x, width), y: place(crop.y, height), size };
}

/** The size at which a square of this size is stored: never scaled up. */
export function storedSize(size: number): number {
  return Math.min(size, LARGEST_SIZE);
}

/**
 * Cuts the square out of a displayed picture.
 * @param picture must be decoded; the crop uses its displayed orientation.
 * @returns a PNG.
 */
export async function cutOut(picture: HTMLImageElement, { x, y, size }: Square): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const side = storedSize(size);
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot crop pictures.");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, x, y, size, size, 0, 0, side, side);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!png) throw new Error("This picture could not be cropped.");
  return png;
}

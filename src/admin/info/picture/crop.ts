import { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";

/** What a picture should have at least, in pixels. */
export const ADVISED_SIZE = 400;

/** The stored picture is never larger, in pixels; as PNG it then stays below the bucket's 5 MiB. */
const LARGEST_SIZE = 1024;

/** A square in the middle, as wide as 90 percent of the picture where its height allows that. */
export function initialCrop(width: number, height: number): PercentCrop {
  return centerCrop(makeAspectCrop({ unit: "%", width: 90 }, 1, width, height), width, height);
}

export interface Square {
  x: number;
  y: number;
  size: number;
}

/** The crop in whole pixels of the picture itself, inside it and at least one pixel large. */
export function squareOf(crop: PercentCrop, width: number, height: number): Square {
  const wanted = Math.round(Math.min((crop.width / 100) * width, (crop.height / 100) * height));
  const size = Math.max(1, Math.min(wanted, width, height));
  const place = (percent: number, length: number) =>
    Math.max(0, Math.min(Math.round((percent / 100) * length), length - size));
  return { x: place(crop.x, width), y: place(crop.y, height), size };
}

/** How large a square of this size is stored: never larger than it is. */
export function storedSize(size: number): number {
  return Math.min(size, LARGEST_SIZE);
}

/**
 * Cuts the square out of a shown picture.
 * @param picture has to be decoded; its orientation is the one it is shown in.
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

import { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";
import { drawArea, encode } from "../../pictures/draw-area.ts";

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
export async function cutOut(picture: HTMLImageElement, square: Square): Promise<Blob> {
  const { x, y, size } = square;
  const side = storedSize(size);
  const area = { x, y, width: size, height: size };
  return encode(drawArea(picture, area, { width: side, height: side }), "image/png");
}

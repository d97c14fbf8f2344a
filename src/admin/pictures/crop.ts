import { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";
import type { Area } from "./draw-area.ts";

/**
 * A centered crop with this aspect ratio, as wide as the picture (or a share of it) if its height
 * allows.
 * @param aspect width by height; null for the whole picture.
 * @param share percentage of the picture's width.
 */
export function firstCrop(
  { width, height }: Size,
  aspect: number | null,
  share = 100,
): PercentCrop {
  if (aspect === null) return { unit: "%", x: 0, y: 0, width: 100, height: 100 };
  const crop = makeAspectCrop({ unit: "%", width: share }, aspect, width, height);
  return centerCrop(crop, width, height);
}

/** The crop in whole pixels, inside the picture and at least one pixel large. */
export function areaOf(crop: PercentCrop, { width, height }: Size): Area {
  const across = spanOf(crop.x, crop.width, width);
  const down = spanOf(crop.y, crop.height, height);
  return { x: across.start, width: across.length, y: down.start, height: down.length };
}

function spanOf(start: number, length: number, whole: number): { start: number; length: number } {
  const pixels = (percent: number) => Math.round((percent / 100) * whole);
  const inside = Math.max(1, Math.min(pixels(length), whole));
  return { start: Math.max(0, Math.min(pixels(start), whole - inside)), length: inside };
}

export function cropOf({ x, y, width, height }: Area, picture: Size): PercentCrop {
  const [across, down] = [100 / picture.width, 100 / picture.height];
  return { unit: "%", x: x * across, y: y * down, width: width * across, height: height * down };
}

type Size = Pick<Area, "width" | "height">;

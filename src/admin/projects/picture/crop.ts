import { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";
import { PICTURE_MAX_HEIGHT, PICTURE_MAX_WIDTH } from "../../../content/picture-files.ts";
import type { Area } from "../../pictures/draw-area.ts";

/** The shapes of a crop: width by height, null for any. */
export const SHAPES = [
  { label: "8:5, fills the card", aspect: 8 / 5 },
  { label: "16:9", aspect: 16 / 9 },
  { label: "4:3", aspect: 4 / 3 },
  { label: "1:1", aspect: 1 },
  { label: "Free", aspect: null },
] as const;

/** The largest centered crop of this shape; for any shape, the whole picture. */
export function largestCrop(width: number, height: number, aspect: number | null): PercentCrop {
  const whole: PercentCrop = { unit: "%", x: 0, y: 0, width: 100, height: 100 };
  if (aspect === null) return whole;
  const isWider = width / height > aspect;
  const side = isWider ? { height: 100 } : { width: 100 };
  return centerCrop(makeAspectCrop({ unit: "%", ...side }, aspect, width, height), width, height);
}

/** The crop in whole pixels of the picture, inside it and at least one pixel large. */
export function areaOf(crop: PercentCrop, width: number, height: number): Area {
  const across = spanOf(crop.x, crop.width, width);
  const down = spanOf(crop.y, crop.height, height);
  return { x: across.start, width: across.length, y: down.start, height: down.length };
}

function spanOf(start: number, length: number, whole: number): { start: number; length: number } {
  const pixels = (percent: number) => Math.round((percent / 100) * whole);
  const inside = Math.max(1, Math.min(pixels(length), whole));
  return { start: Math.max(0, Math.min(pixels(start), whole - inside)), length: inside };
}

/** The size in which an area is stored: its own, or the largest allowed one of its shape. */
export function storedSize({ width, height }: Pick<Area, "width" | "height">) {
  const scale = Math.min(1, PICTURE_MAX_WIDTH / width, PICTURE_MAX_HEIGHT / height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

import type { SafePicture } from "../lib/safe-url.ts";

/** A picture with its dimensions, so that its place is kept before it loads. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  /** Widths of the AVIF and WebP files beside `src`; empty when only `src` exists. */
  widths: number[];
}

/** The owner's portrait, square. */
export function portraitPicture(src: SafePicture | null): Picture | null {
  return src && { src, width: 640, height: 640, widths: widthsBeside(src, [320, 640]) };
}

/** A project's picture, 800 by 600 as the screenshots are. */
export function projectPicture(src: SafePicture | null): Picture | null {
  return src && { src, width: 800, height: 600, widths: widthsBeside(src, [400, 800]) };
}

/** The `srcset` of a picture in one of its formats. */
export function sourceSet({ src, widths }: Picture, format: "avif" | "webp"): string {
  const stem = src.replace(SIZED_FILE, "");
  return widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(", ");
}

const SIZED_FILE = /-\d+\.webp$/;

// Only pictures shipped with the site are known to exist in every size and format.
function widthsBeside(src: string, widths: number[]): number[] {
  return src.startsWith("/sample/") && SIZED_FILE.test(src) ? widths : [];
}

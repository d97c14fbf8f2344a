/** A picture with its dimensions, which reserve its space before it loads. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  /** Widths of the AVIF and WebP files beside `src`; empty when only `src` exists. */
  widths: number[];
}

/** The `srcset` of a picture in one format: `/x-800.webp` has `/x-400.avif` beside it. */
export function sourceSet({ src, widths }: Picture, format: "avif" | "webp"): string {
  const stem = src.replace(/-\d+\.webp$/, "");
  return widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(", ");
}

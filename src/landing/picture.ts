/** A picture with its dimensions, which reserve its space before it loads. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  /** Widths of the files `<stem>-<width>` beside `src`; empty when only `src` exists. */
  widths: number[];
  /** The stem of the AVIF files in the same widths; absent when there are none. */
  avif?: string;
  /** Another part of the picture, for the wide first screen. */
  tall?: string;
}

/** The `srcset` in the format of `src`: `/x-800.webp` has `/x-400.webp` beside it. */
export function sourceSet({ src, widths }: Picture): string {
  const [, stem = src, format = ""] = FILE.exec(src) ?? [];
  return list(stem, widths, format);
}

/** The `srcset` in AVIF; null when there are no such files. */
export function avifSet({ avif, widths }: Picture): string | null {
  return avif === undefined ? null : list(avif, widths, "avif");
}

function list(stem: string, widths: number[], format: string): string {
  return widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(", ");
}

const FILE = /^(.*)-\d+\.(\w+)$/;

/**
 * The files of an uploaded picture. Their names contain everything the page needs:
 * `projects/<id>-<width>x<height>[-avif]-<file width>.<format>` in the bucket of public pictures.
 * `<width>x<height>` is the largest size, `-avif` means that every file has an AVIF one beside it.
 * `list_unused_pictures` (supabase/schemas) reads these names as well.
 */
export interface PictureFiles {
  /** The URL up to `-<file width>`. */
  stem: string;
  /** Width of the largest file, in pixels. */
  width: number;
  height: number;
  avif: boolean;
  format: FallbackFormat;
}

/** Formats that every browser shows; JPEG is used by browsers that cannot encode WebP. */
export type FallbackFormat = "webp" | "jpg";

/**
 * Maximum width of an uploaded picture's files in pixels; wider pictures are scaled down.
 * @limit content: the width of a project's picture [pixels]
 */
export const PICTURE_MAX_WIDTH = 1600;
/** @limit content: the height of a project's picture [pixels] */
export const PICTURE_MAX_HEIGHT = 2400;

/**
 * Widths in pixels: for a card on a standard screen or phone, and on a high-density screen.
 * High-density phones use the largest file.
 */
const WIDTHS = [400, 800];

/** The width of the file in `image_url`, unless the picture is narrower. */
const NAMED_WIDTH = 800;

/** The file widths of a picture this wide, ascending. */
export function fileWidths(width: number): number[] {
  // A file only slightly narrower than the largest would be useless.
  return [...WIDTHS.filter((one) => one <= width * 0.8), width];
}

/** The common prefix of the names of a new picture's files. */
export function pictureStem(id: string, width: number, height: number, avif: boolean): string {
  return `projects/${id}-${width}x${height}${avif ? "-avif" : ""}`;
}

/** The name of the file that `image_url` refers to. */
export function namedFile(files: PictureFiles): string {
  const { stem, width, format } = files;
  const named = fileWidths(width).find((one) => one >= NAMED_WIDTH) ?? width;
  return `${stem}-${named}.${format}`;
}

/** The name of a picture in a static site's folder of AVIF files: the stem without folders. */
export function pictureName({ stem }: PictureFiles): string {
  return stem.slice(stem.lastIndexOf("/") + 1);
}

/** Parses a picture's URL; null if it is not that of an uploaded picture. */
export function readPictureFiles(address: string): PictureFiles | null {
  const found = ADDRESS.exec(address)?.groups;
  if (!found) return null;
  const width = Number(found.width);
  const height = Number(found.height);
  const fits =
    width > 0 && height > 0 && width <= PICTURE_MAX_WIDTH && height <= PICTURE_MAX_HEIGHT;
  if (!fits) return null;
  const format = found.format as FallbackFormat;
  return { stem: found.stem ?? "", width, height, avif: found.avif !== undefined, format };
}

/** Aspect ratio (width by height) of the profile picture beside the first screen's text. */
export const TALL_ASPECT = 4 / 5;

/**
 * The file names of a profile picture: a square and, if the owner has cropped one, a tall part for
 * the first screen, whose name derives from the square's.
 */
export function portraitNames(
  time: number,
  tall: boolean,
): { square: string; tall: string | null } {
  const stem = `public/${time}`;
  if (!tall) return { square: `${stem}.png`, tall: null };
  return { square: `${stem}-square.png`, tall: `${stem}-tall.png` };
}

/** The URL or name of the tall part that belongs to a square; null without one. */
export function tallPortrait(square: string): string | null {
  const found = /^(.*\bpublic\/\d+)-square\.png$/.exec(square)?.[1];
  return found === undefined ? null : `${found}-tall.png`;
}

const ADDRESS =
  /^(?<stem>\S*\/profile-pictures\/projects\/[0-9a-z]+-(?<width>\d{1,4})x(?<height>\d{1,4})(?<avif>-avif)?)-\d{1,4}\.(?<format>webp|jpg)$/;

/**
 * The files of an uploaded picture, whose names say everything the page needs to show it:
 * `projects/<id>-<width>x<height>[-avif]-<file width>.<format>` in the bucket of public pictures.
 * `<width>x<height>` is the largest size, `-avif` means that every file has an AVIF one beside it.
 * `list_unused_pictures` (supabase/schemas) reads these names as well.
 */
export interface PictureFiles {
  /** The address up to `-<file width>`. */
  stem: string;
  /** Width of the largest file, in pixels. */
  width: number;
  height: number;
  avif: boolean;
  format: FallbackFormat;
}

/** Formats that every browser shows; JPEG comes from a browser that cannot write WebP. */
export type FallbackFormat = "webp" | "jpg";

/**
 * Pixels of the largest file of an uploaded picture; a higher one is stored narrower.
 * @limit content: the width of a project's picture [pixels]
 */
export const PICTURE_MAX_WIDTH = 1600;
/** @limit content: the height of a project's picture [pixels] */
export const PICTURE_MAX_HEIGHT = 2400;

/**
 * Pixels: for a card on a standard screen or phone, on a high-density screen, and on a high-density
 * phone.
 */
const WIDTHS = [400, 800];

/** The width of the file that `image_url` names, where the picture is that wide. */
const NAMED_WIDTH = 800;

/** The widths of the files of a picture this wide, ascending. */
export function fileWidths(width: number): number[] {
  // A file that is hardly narrower than the next one would be of no use.
  return [...WIDTHS.filter((one) => one <= width * 0.8), width];
}

/** The beginning of the names of a new picture's files. */
export function pictureStem(id: string, width: number, height: number, avif: boolean): string {
  return `projects/${id}-${width}x${height}${avif ? "-avif" : ""}`;
}

/** The name of the file that `image_url` names. */
export function namedFile(files: PictureFiles): string {
  const { stem, width, format } = files;
  const named = fileWidths(width).find((one) => one >= NAMED_WIDTH) ?? width;
  return `${stem}-${named}.${format}`;
}

/** The name of a picture in a static site's folder of AVIF files: its stem without the folders. */
export function pictureName({ stem }: PictureFiles): string {
  return stem.slice(stem.lastIndexOf("/") + 1);
}

/** Reads a picture's address; null when it is none of an uploaded picture. */
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

/** The shape of the profile picture beside the first screen's text: width by height. */
export const TALL_ASPECT = 4 / 5;

/**
 * The names of a profile picture's files: a square, and where the owner has cut one the part for the
 * first screen, which is found by the square's name.
 */
export function portraitNames(
  time: number,
  tall: boolean,
): { square: string; tall: string | null } {
  const stem = `public/${time}`;
  if (!tall) return { square: `${stem}.png`, tall: null };
  return { square: `${stem}-square.png`, tall: `${stem}-tall.png` };
}

/** The address or name of the part for the first screen beside a square; null without one. */
export function tallPortrait(square: string): string | null {
  const found = /^(.*\bpublic\/\d+)-square\.png$/.exec(square)?.[1];
  return found === undefined ? null : `${found}-tall.png`;
}

const ADDRESS =
  /^(?<stem>\S*\/profile-pictures\/projects\/[0-9a-z]+-(?<width>\d{1,4})x(?<height>\d{1,4})(?<avif>-avif)?)-\d{1,4}\.(?<format>webp|jpg)$/;

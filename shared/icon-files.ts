/**
 * The simple-icons as static files, written by scripts/icons.ts: `icons/index.json` lists all of
 * them by title, and each numbered file contains the paths of ICONS_PER_FILE icons.
 */

/** An icon's id, its title and other names of the brand. */
export type IconIndex = readonly (readonly [slug: string, title: string, ...aliases: string[]])[];

/** Path data by slug; each icon is 24 by 24. */
export type IconPaths = Readonly<Record<string, string>>;

/** About 27 kB per file, 12 kB compressed; the results of a search are spread over many files. */
export const ICONS_PER_FILE = 20;

/** Folder of the files in the site. */
export const ICONS_FOLDER = "icons";

export const ICON_INDEX = "index.json";

/** The file that contains the icon at this index. */
export function iconFile(place: number): string {
  return `${Math.floor(place / ICONS_PER_FILE)}.json`;
}

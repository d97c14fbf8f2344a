import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ICON_INDEX,
  ICONS_FOLDER,
  type IconIndex,
  type IconPaths,
  iconFile,
} from "../../shared/icon-files.ts";

/**
 * The sprite of the chosen simple-icons, as `/icons.svg`. A slug that does not exist becomes the
 * gray square of unknown icons.
 * @param client the built browser files.
 */
export async function renderIconSprite(slugs: readonly string[], client: string): Promise<string> {
  const paths = slugs.length > 0 ? await readPaths(new Set(slugs), client) : {};
  const symbols = slugs.map((slug) => {
    const path = Object.hasOwn(paths, slug) ? paths[slug] : undefined;
    const shape = path ? `<path d="${path}"/>` : '<path fill="#8a949c" d="M0 0h24v24H0z"/>';
    return `<symbol id="${slug}" viewBox="0 0 24 24">${shape}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

async function readPaths(slugs: ReadonlySet<string>, client: string): Promise<IconPaths> {
  const read = async <Content>(name: string) =>
    JSON.parse(await readFile(join(client, ICONS_FOLDER, name), "utf8")) as Content;
  const index = await read<IconIndex>(ICON_INDEX);
  const files = new Set(index.flatMap(([slug], at) => (slugs.has(slug) ? [iconFile(at)] : [])));
  const all = await Promise.all([...files].map((file) => read<IconPaths>(file)));
  return Object.assign({}, ...all) as IconPaths;
}

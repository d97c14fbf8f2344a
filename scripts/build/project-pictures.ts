import { access, copyFile, mkdir, rename, writeFile } from "node:fs/promises";
import { toAvif } from "../../server/pictures/to-avif.ts";
import { STORAGE_PATH } from "../../shared/api-paths.ts";
import { PICTURE_FILE_MAX_BYTES } from "../../shared/limits.ts";
import { fileWidths, pictureName, readPictureFiles } from "../../src/content/picture-files.ts";
import type { ProjectRow } from "../../src/content/portfolio.ts";

/** Outside of `dist`, which every build deletes, because a conversion takes seconds. */
const CACHE = ".foyer/pictures";

/** Timeout for loading a picture, in milliseconds. */
const REQUEST_MS = 20_000;

interface PictureFolders {
  /** Pictures on other hosts are skipped. */
  supabaseUrl: string;
  /** The page's folder. */
  client: string;
  cache?: string;
}

/**
 * Writes AVIF files for uploaded pictures without any to the page's folder `pictures`, because
 * hosted Supabase does not convert pictures. Unreadable pictures are skipped.
 * @returns the names of the converted pictures.
 */
export async function writeAvifFiles(
  { projects }: { projects: Pick<ProjectRow, "image_url">[] },
  { supabaseUrl, client, cache = CACHE }: PictureFolders,
): Promise<Set<string>> {
  const written = new Set<string>();
  for (const { image_url: address } of projects) {
    // Only pictures of this project, because a build must not fetch URLs that somebody has typed.
    const isOwn = address?.startsWith(`${supabaseUrl}${STORAGE_PATH}/object/public/`);
    const files = isOwn ? readPictureFiles(address ?? "") : null;
    if (!files || files.avif || written.has(pictureName(files))) continue;
    const name = pictureName(files);
    try {
      await mkdir(`${client}/pictures`, { recursive: true });
      for (const width of fileWidths(files.width)) {
        const file = `${name}-${width}.avif`;
        await convert(`${files.stem}-${width}.${files.format}`, cache, file);
        await copyFile(`${cache}/${file}`, `${client}/pictures/${file}`);
      }
      written.add(name);
    } catch (error) {
      console.warn(`  ${address} was not converted to AVIF (${(error as Error).message}).`);
    }
  }
  return written;
}

/** Converts a picture into the cache, unless it is cached. */
async function convert(address: string, cache: string, file: string): Promise<void> {
  const path = `${cache}/${file}`;
  const isCached = await access(path).then(
    () => true,
    () => false,
  );
  if (isCached) return;
  const response = await fetch(address, { signal: AbortSignal.timeout(REQUEST_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const picture = new Uint8Array(await response.arrayBuffer());
  if (picture.byteLength > PICTURE_FILE_MAX_BYTES) throw new Error("too large");
  await mkdir(cache, { recursive: true });
  await writeFile(`${path}.part`, await toAvif(picture));
  await rename(`${path}.part`, path);
}

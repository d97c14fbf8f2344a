import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { encodeBody } from "../../server/http/compression.ts";
import { ICON_INDEX, ICONS_FOLDER } from "../../shared/icon-files.ts";

const CLIENT = "dist/client";
const ASSETS = join(CLIENT, "assets");
const TEXTS = new Set([".js", ".css", ".svg"]);

/**
 * Writes compressed forms (`.br`, `.gz`) next to the hashed files and the icon index, where the
 * server and many static hosts look for them; otherwise, the first visitor after a start would wait
 * for brotli. Icon files are excluded, because they would double the build time.
 */
export async function compressAssets(): Promise<void> {
  const names = (await readdir(ASSETS)).filter((name) => TEXTS.has(extname(name)));
  const files = names.map((name) => join(ASSETS, name));
  await Promise.all(
    [...files, join(CLIENT, ICONS_FOLDER, ICON_INDEX)].map(async (file) => {
      const { br, gzip } = await encodeBody(await readFile(file), "best");
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gzip)]);
    }),
  );
}

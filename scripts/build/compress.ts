import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { encodeBody } from "../../server/http/compression.ts";

const FOLDER = "dist/client/assets";
const TEXTS = new Set([".js", ".css", ".svg"]);

/**
 * Writes compressed forms (`.br`, `.gz`) next to the files with hashed names, where the server and
 * many static hosts look for them: the first visitor after a start would otherwise wait for brotli.
 */
export async function compressAssets(): Promise<void> {
  const names = (await readdir(FOLDER)).filter((name) => TEXTS.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const file = join(FOLDER, name);
      const { br, gzip } = await encodeBody(await readFile(file), "best");
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gzip)]);
    }),
  );
}

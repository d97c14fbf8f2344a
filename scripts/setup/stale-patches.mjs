import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The installed packages (`node_modules/<name>`) that differ from the result of their patch. The
 * `index` lines of a patch contain Git's hash of each patched file.
 * @param {string} root the folder that contains `patches/` and `node_modules/`.
 */
export async function findStalePatches(root = ".") {
  const folder = join(root, "patches");
  const stale = new Set();
  const files = await readdir(folder).catch(() => []);
  for (const name of files.filter((file) => file.endsWith(".patch"))) {
    const patch = await readFile(join(folder, name), "utf8");
    for (const [, file, after] of patch.matchAll(CHANGED_FILE)) {
      const content = await readFile(join(root, file)).catch(() => null);
      if (content === null || !blobHash(content).startsWith(after)) stale.add(packageOf(file));
    }
  }
  return [...stale];
}

const CHANGED_FILE = /^diff --git a\/\S+ b\/(\S+)\nindex [0-9a-f]+\.\.([0-9a-f]+)/gm;

/**
 * Returns the package's folder: `node_modules/postgres/src/index.js` → `node_modules/postgres`;
 * scoped names have two parts.
 */
function packageOf(file) {
  return /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)[0];
}

function blobHash(content) {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

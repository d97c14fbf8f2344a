import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { oneAtATime } from "./one-at-a-time.mjs";
import { startChild } from "./start-child.mjs";

/**
 * All files that the build reads. Test files are included, because an unnecessary rebuild does no
 * harm.
 */
const inputs = [
  "src",
  "server",
  "shared",
  "supabase/functions",
  "public",
  "scripts/build.ts",
  "scripts/build",
  "vite.config.ts",
  "package-lock.json",
  "tsconfig.json",
];
const stamp = "dist/.built-from";

/**
 * Builds browser files, prerender and server unless the sources are unchanged since the last build.
 * @param args passed to the build script, such as `--no-compress`.
 * @throws one sentence when the build fails.
 */
export async function buildIfChanged(args = []) {
  const fingerprint = fingerprintOf(inputs, args);
  const isBuilt = async () => (await readFile(stamp, "utf8").catch(() => "")) === fingerprint;
  if (await isBuilt()) return;
  await oneAtATime(async () => {
    if (!(await isBuilt())) await build(args, fingerprint);
  });
}

async function build(args, fingerprint) {
  console.log("Building (only when sources changed) …");
  const started = Date.now();
  const code = await new Promise((resolve) => {
    const child = startChild(
      process.execPath,
      ["scripts/setup/run-typescript.mjs", "scripts/build.ts", ...args],
      // Standard output is reserved for the command's own, which may be an archive.
      { stdio: ["ignore", 2, 2] },
    );
    child.on("exit", resolve);
  });
  if (code !== 0) throw new Error("The build failed; its message is above.");
  await writeFile(stamp, fingerprint);
  console.log(`Built in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** A digest of names and contents: a checkout that only changes timestamps triggers no build. */
function fingerprintOf(paths, args) {
  const hash = createHash("sha256");
  // An empty URL of the screenshot service differs from an unset one.
  hash.update(`${process.env.VITE_SCREENSHOT_URL}\0`);
  // A static site has relative URLs. The URL of its project is only written into its page.
  if (process.env.VITE_SUPABASE_URL) hash.update("static\0");
  hash.update(`${args.join(" ")}\0`);
  for (const path of paths) addTo(hash, path, statSync(path, { throwIfNoEntry: false }));
  return hash.digest("hex");
}

/**
 * Synchronous, because nothing else runs yet and reading hundreds of small files is then several
 * times faster.
 * @param kind result of `stat`; undefined when the path does not exist.
 */
function addTo(hash, path, kind) {
  if (!kind?.isDirectory()) {
    hash.update(`${path}\0`).update(kind ? readFileSync(path) : "");
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    addTo(hash, join(path, entry.name), entry);
  }
}

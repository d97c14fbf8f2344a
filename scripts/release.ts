/**
 * `npm run release -- 1.2.0` tests everything, then commits and tags a release; with `--files v1.2.0`
 * it only writes the files of an existing one.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ReleaseError } from "./release/changelog.ts";
import { makeRelease } from "./release/make-release.ts";
import { writeReleaseFiles } from "./release/release-files.ts";

const folder = dirname(dirname(fileURLToPath(import.meta.url)));

const [first = "", tag = ""] = process.argv.slice(2);
const day = new Date().toISOString().slice(0, 10);

try {
  if (first === "--files") {
    await writeReleaseFiles(folder, tag.replace(/^v/, ""));
    await run("npm", ["run", "pack"]);
  } else await makeRelease({ folder, version: first, day, run, say: (line) => console.log(line) });
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: folder, stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed.`);
}

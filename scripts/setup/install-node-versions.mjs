import { readFile } from "node:fs/promises";
import { runNpm } from "./install-dependencies.mjs";

const folder = "tests/node-versions";

/**
 * Installs the other Node.js releases that the server is tested on, unless they are installed.
 * @throws one sentence when npm fails.
 */
export async function installNodeVersions() {
  const locked = JSON.parse(await readFile(`${folder}/package-lock.json`, "utf8"));
  const wanted = Object.entries(locked.packages).filter(
    ([, entry]) => entry.os === process.platform && entry.cpu === process.arch,
  );
  const present = await Promise.all(
    wanted.map(([path]) => readFile(`${folder}/${path}/package.json`, "utf8").catch(() => "{}")),
  );
  if (wanted.every(([, entry], index) => JSON.parse(present[index]).version === entry.version))
    return;
  console.log("Installing Node.js 22 and 24 for the tests (first run only) …");
  const npm = await runNpm(["ci", "--prefix", folder]);
  if (npm.code !== 0) {
    console.error(npm.output);
    throw new Error(`npm ci failed in ${folder}; its message is above.`);
  }
}

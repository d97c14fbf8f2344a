// Import cycles are errors: no file of one can be read or tested alone. Folders with many files get
// a warning.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { crowdedFolders, findCycles, readImports } from "./module-rules.mjs";

/** Test files need no order among each other, so their folders may be larger. */
const filesPerFolder = (folder) => (folder.startsWith("tests/") ? 80 : 35);

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
  .toString()
  .split("\n")
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(file));

const cycles = findCycles(
  new Map(files.map((file) => [file, readImports(file, readFileSync(file, "utf8"))])),
);
for (const cycle of cycles) console.error(`error: import cycle: ${cycle.join(" → ")}`);
for (const { folder, count, limit } of crowdedFolders(files, filesPerFolder)) {
  console.log(`warning: folder ${folder} has ${count} files (limit ${limit})`);
}
process.exitCode = cycles.length === 0 ? 0 : 1;

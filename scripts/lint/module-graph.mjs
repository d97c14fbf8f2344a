// Import cycles are errors, because no file of a cycle can be read or tested alone. Folders with
// many files get a warning.
import { crowdedFolders, findCycles } from "./module-rules.mjs";
import { readModules } from "./read-modules.mjs";

/** Folders of tests may be larger, because test files do not depend on each other. */
const filesPerFolder = (folder) => (folder.startsWith("tests/") ? 80 : 35);

const modules = readModules();
const cycles = findCycles(modules);
for (const cycle of cycles) console.error(`error: import cycle: ${cycle.join(" → ")}`);
for (const { folder, count, limit } of crowdedFolders([...modules.keys()], filesPerFolder)) {
  console.log(`warning: folder ${folder} has ${count} files (limit ${limit})`);
}
process.exitCode = cycles.length === 0 ? 0 : 1;

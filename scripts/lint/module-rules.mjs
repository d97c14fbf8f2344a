import { posix } from "node:path";
import typescript from "typescript";

/**
 * @param file path of the file, separated by "/".
 * @returns the paths of the files it imports or re-exports, type-only imports included. The modules
 *   that a screen's `tool.ts` loads when the screen is opened are left out; they may import it.
 */
export function readImports(file, source) {
  const isLoaded = ({ pos }) =>
    file.endsWith("/tool.ts") && source.slice(0, pos).endsWith("import(");
  return typescript
    .preProcessFile(source, true, true)
    .importedFiles.filter((imported) => !isLoaded(imported))
    .map(({ fileName }) => fileName)
    .filter((path) => path.startsWith("."))
    .map((path) => posix.join(posix.dirname(file), path));
}

/**
 * @param imports for each file, the files it imports.
 * @returns cycles as paths that end where they begin, such as [a, b, a]; empty only without cycles,
 * but cycles that share files may be reported as one.
 */
export function findCycles(imports) {
  const cycles = [];
  const path = [];
  const done = new Set();
  for (const file of imports.keys()) visit(file);
  return cycles;

  function visit(file) {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) return void cycles.push([...path.slice(start), file]);
    path.push(file);
    for (const imported of imports.get(file) ?? []) visit(imported);
    path.pop();
    done.add(file);
  }
}

/**
 * @param limitOf the number of files allowed directly in a folder.
 * @returns the folders above it, tests beside the code not counted, largest first.
 */
export function crowdedFolders(files, limitOf) {
  const counts = new Map();
  for (const file of files) {
    if (/^(src|server)\/.*\.test\.tsx?$/.test(file)) continue;
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .map(([folder, count]) => ({ folder, count, limit: limitOf(folder) }))
    .filter(({ count, limit }) => count > limit)
    .sort((one, other) => other.count - one.count);
}

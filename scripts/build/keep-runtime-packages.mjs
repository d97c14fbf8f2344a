/**
 * Removes build packages from node_modules for the container image, keeping only the packages that
 * the built server loads and their dependencies. Run it in a copy, because it rewrites
 * package.json.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { RUNTIME_PACKAGES } from "./runtime-packages.mjs";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const kept = RUNTIME_PACKAGES.map((name) => [name, manifest.dependencies[name]]);
const { devDependencies: _, ...rest } = { ...manifest, dependencies: Object.fromEntries(kept) };
writeFileSync("package.json", JSON.stringify(rest, null, 2));
execFileSync("npm", ["prune", "--omit=dev", "--omit=peer", "--ignore-scripts", "--offline"], {
  stdio: "inherit",
});

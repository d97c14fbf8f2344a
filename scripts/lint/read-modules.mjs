import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readImports } from "./module-rules.mjs";

/**
 * Reads the source files of the working directory that Git does not ignore.
 * @returns the files that each file imports.
 */
export function readModules() {
  const files = listFiles().filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  return new Map(files.map((file) => [file, readImports(file, readFileSync(file, "utf8"))]));
}

/**
 * Lists the files of the working directory that Git does not ignore.
 * @param paths files and folders; everything by default.
 */
export function listFiles(...paths) {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...paths])
    .toString()
    .split("\n")
    .filter((file) => file !== "" && existsSync(file));
}

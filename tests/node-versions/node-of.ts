import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The program of a Node.js release; the one that runs the tests, if it is that release. */
export function nodeOf(major: string): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const name = `node-${major}-${process.platform}-${process.arch}`;
  const node = join(import.meta.dirname, "node_modules", name, "bin/node");
  const version = execFileSync(node, ["--version"], { encoding: "utf8" });
  if (!version.startsWith(`v${major}.`)) throw new Error(`${node} is ${version}`);
  return node;
}

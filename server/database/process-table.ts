import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";

/**
 * Whether a process is the postmaster of exactly this cluster. A zombie does not count: it holds no
 * resources, and without a parent that reaps it, it exists as long as the machine runs.
 * @param clusterDir the path at its start, or a new name of the same folder.
 */
export async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform === "linux") return isLinuxPostmaster(pid, clusterDir);
  return isListedPostmaster(pid, clusterDir);
}

async function isLinuxPostmaster(pid: number, clusterDir: string): Promise<boolean> {
  // An ended process that nobody has waited for has an empty command line.
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const [program = "", ...args] = command.split("\0");
  if (!/^postgres/.test(basename(program))) return false;
  if (args[args.indexOf("-D") + 1] === clusterDir && args.includes("-D")) return true;
  // The folder may have been renamed while it ran. Other accounts' processes cannot be inspected.
  const theirs = await stat(`/proc/${pid}/cwd`).catch(() => null);
  const ours = await stat(clusterDir).catch(() => null);
  return theirs !== null && theirs.ino === ours?.ino && theirs.dev === ours.dev;
}

async function isListedPostmaster(pid: number, clusterDir: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)("ps", [
    "-ww",
    "-o",
    "stat=,command=",
    "-p",
    `${pid}`,
  ]).catch(() => ({ stdout: "" }));
  return !stdout.trimStart().startsWith("Z") && stdout.includes(` -D ${clusterDir} -p `);
}

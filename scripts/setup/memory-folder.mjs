import { rmSync } from "node:fs";
import { chmod, mkdtemp, readFile, statfs } from "node:fs/promises";

/** Free bytes that must be left for the programs and temporary files of a whole run. */
const NEEDED = 8 * 2 ** 30;

/**
 * Creates a folder in memory for the tests' temporary files, which is deleted when this process
 * exits. Returns null where memory is short or programs may not run from it.
 */
export async function createMemoryFolder() {
  const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
  const [, options] = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(mounts) ?? [];
  if (!options || options.split(",").includes("noexec")) return null;
  const { bavail, bsize } = await statfs("/dev/shm");
  if (Math.min(bavail * bsize, process.availableMemory()) < NEEDED) return null;
  const folder = await mkdtemp("/dev/shm/foyer-");
  // Like /tmp, because tests run the database and servers under other accounts.
  await chmod(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));
  return folder;
}

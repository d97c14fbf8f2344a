import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../server/project-root.ts";

/**
 * Runs `npm run backup`, `restore` or `move` without npm.
 * @param checkout a different one from this one.
 * @returns what it printed, both streams, and its exit code.
 */
export async function runSiteCommand(dataDir: string, args: string[], checkout = projectRoot) {
  const child = spawn(process.execPath, [join(checkout, "scripts", "start.mjs"), ...args], {
    env: { ...process.env, FOYER_DATA_DIR: dataDir, INIT_CWD: tmpdir() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));
  const [code] = await once(child, "close");
  return { code, printed };
}

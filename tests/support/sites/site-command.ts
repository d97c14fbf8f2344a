import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../../server/project-root.ts";

/**
 * Runs `npm run backup`, `restore` or `move` without npm.
 * @param options.checkout another checkout than this one.
 * @param options.stalled input that never ends; the command is stopped once it has begun.
 * @returns its output, from both streams, and its exit code.
 */
export async function runSiteCommand(
  dataDir: string,
  args: string[],
  { checkout = projectRoot, stalled }: { checkout?: string; stalled?: Buffer } = {},
) {
  const child = spawn(process.execPath, [join(checkout, "scripts", "start.mjs"), ...args], {
    env: { ...process.env, FOYER_DATA_DIR: dataDir, INIT_CWD: tmpdir() },
    stdio: ["pipe", "pipe", "pipe"],
  });
  if (stalled) {
    child.stdin.write(stalled);
    child.stderr.on("data", (text) => {
      if (String(text).includes("Restoring into")) child.kill("SIGTERM");
    });
  } else {
    child.stdin.end();
  }
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));
  const [code] = await once(child, "close");
  return { code, printed };
}

import { execFileSync } from "node:child_process";
import { mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../server/project-root.ts";

/** Everything `npm run build` and `npm run deploy` read, without their output. */
const SOURCES = ["package.json", "package-lock.json", "public", "scripts", "server", "src"].concat([
  "shared",
  "supabase",
  "tsconfig.json",
  "vite.config.ts",
]);

/** A copy of the checkout in which a test may build and deploy. The caller deletes it. */
export async function copyCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-checkout-"));
  execFileSync("cp", ["-a", ...SOURCES.map((part) => join(projectRoot, part)), folder]);
  await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  return folder;
}

import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./setup/build-if-changed.mjs";
import { installDependencies } from "./setup/install-dependencies.mjs";
import { requireNode } from "./setup/require-node.mjs";

requireNode();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
try {
  await installDependencies();
  await buildIfChanged(process.argv.includes("--no-compress") ? ["--no-compress"] : []);
  if (process.env.VITE_SUPABASE_URL) bakePage();
  console.log("dist/client is ready to be served.");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/**
 * The page is written even if the build is skipped for unchanged sources, because the content may
 * have changed.
 */
function bakePage() {
  const args = ["scripts/setup/run-typescript.mjs", "scripts/bake.ts", ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Error("The page was not written; the message is above.");
}

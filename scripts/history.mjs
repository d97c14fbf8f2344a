// `npm run test:history -- --seeds 1-200`: docs/history.md describes what it checks.
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./setup/build-if-changed.mjs";
import { installDependencies } from "./setup/install-dependencies.mjs";
import { installSystemPackages } from "./setup/install-system-packages.mjs";
import { requireNode } from "./setup/require-node.mjs";

requireNode();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
try {
  await installDependencies({ development: true });
  await installSystemPackages();
  await buildIfChanged();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const args = ["--import", "tsx", "tests/history/main.ts", ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: "inherit" });
// A signal may reach this process only; the child ends its servers.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));

// Plain JavaScript on purpose: this runs before anything is installed, on whatever Node is there.
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { requireNode } from "./setup/require-node.mjs";

requireNode();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const { installDependencies } = await import("./setup/install-dependencies.mjs");
const { buildIfChanged } = await import("./setup/build-if-changed.mjs");

const mode = process.argv[2] ?? "serve";
try {
  await installDependencies();
  if (mode === "dev") {
    run(["--import", "tsx", "scripts/dev.ts"]);
  } else {
    await buildIfChanged();
    if (mode === "owner") run(["dist/server/owner.js", ...process.argv.slice(3)]);
    else await (await import("../dist/server/main.js")).main();
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Hands the terminal over, passes signals on and ends with the child's code. */
function run(args) {
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./build-if-changed.mjs";
import { installDependencies } from "./install-dependencies.mjs";
import { isDeployed, NOT_DEPLOYED } from "./is-deployed.mjs";

const TRANSFERS = ["backup", "restore", "move", "upgrade"];

/**
 * Installs and builds what is missing, then runs the server in this process, the dev server, or a
 * command. Exits with one sentence when something fails.
 */
export async function start([mode = "serve", ...args]) {
  process.chdir(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
  onSignal(() => process.exit(130));
  try {
    // Standard output may be the archive.
    if (TRANSFERS.includes(mode)) console.log = console.error;
    const sources = FROM_SOURCES[mode];
    if (mode === "doctor" && !isDeployed()) throw new Error(NOT_DEPLOYED);
    await installDependencies({ development: sources !== undefined });
    if (sources) return run(["--import", "tsx", sources, ...args]);
    // Checks need no more packages than the server: a live site's installation must not change.
    if (mode === "doctor") return run(["scripts/setup/run-typescript.mjs", "scripts/doctor.ts"]);
    await buildIfChanged();
    if (TRANSFERS.includes(mode)) return run(["dist/server/transfer.js", mode, ...args]);
    if (mode === "owner") return run(["dist/server/owner.js", ...args]);
    const { main } = await import("../../dist/server/main.js");
    onSignal();
    await main();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** Gives the child the terminal, forwards signals, and exits with the child's code. */
function run(args) {
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  onSignal((signal) => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/** Replaces the previous handlers; without a listener, this process does nothing itself. */
function onSignal(listener) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.removeAllListeners(signal);
    if (listener) process.on(signal, listener);
  }
}

/** Commands that run from their sources, with development packages such as the Supabase CLI. */
const FROM_SOURCES = {
  dev: "scripts/dev.ts",
  deploy: "scripts/deploy.ts",
  release: "scripts/release.ts",
};

import { spawn } from "node:child_process";
import { buildIfChanged } from "./build-if-changed.mjs";
import { COMMANDS, root, runCommand } from "./commands.mjs";
import { installDependencies } from "./install-dependencies.mjs";
import { isDeployed, NOT_DEPLOYED } from "./is-deployed.mjs";

/**
 * Installs and builds what is missing, then runs the server in this process, the dev server, or a
 * command. Exits with one sentence when something fails.
 */
export async function start([mode = "start", ...args]) {
  process.chdir(root);
  onSignal(() => process.exit(130));
  try {
    // Standard output may be the archive.
    if (COMMANDS[mode] === COMMANDS.backup) console.log = console.error;
    const sources = FROM_SOURCES[mode];
    if (mode === "doctor" && !isDeployed()) throw new Error(NOT_DEPLOYED);
    await installDependencies({ development: sources !== undefined });
    if (sources) return run(["--import", "tsx", sources, ...args]);
    const unbuilt = WITHOUT_BUILD[mode];
    if (unbuilt) return run(["scripts/setup/run-typescript.mjs", unbuilt, ...args]);
    await buildIfChanged();
    onSignal();
    await runCommand(mode, args);
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

/**
 * Commands that need no more packages than the server, and no build: a live site's installation
 * must not change.
 */
const WITHOUT_BUILD = { doctor: "scripts/doctor.ts", pack: "scripts/pack.ts" };

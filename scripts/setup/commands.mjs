import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of this checkout or installation. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The commands of a site, each with the module of `dist/server` that runs it. */
export const COMMANDS = {
  start: "main.js",
  owner: "owner.js",
  backup: "transfer.js",
  restore: "transfer.js",
  move: "transfer.js",
  upgrade: "transfer.js",
  build: "bake.js",
  deploy: "deploy.js",
  doctor: "doctor.js",
};

/** Runs the built module of a command in this process. */
export async function runCommand(command, args) {
  const file = `${root}/dist/server/${COMMANDS[command]}`;
  if (!existsSync(file)) {
    console.error(`${file} is missing; run "npm run build" first.`);
    process.exit(1);
  }
  const named = COMMANDS[command] === COMMANDS.backup ? [command] : [];
  process.argv = [process.execPath, file, ...named, ...args];
  const { main } = await import(pathToFileURL(file).href);
  await main?.();
}

import { readdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { oneAtATime } from "./one-at-a-time.mjs";
import { findStalePatches } from "./stale-patches.mjs";
import { startChild } from "./start-child.mjs";

/**
 * Installs exactly the packages in package-lock.json, unless node_modules matches it and the
 * patches.
 * @param options.development also installs the packages that tests and the dev server need, another
 * 800 MB. Installed development packages are updated and never removed.
 * @returns whether npm had to install.
 * @throws one sentence when npm fails.
 */
export async function installDependencies({ development = false } = {}) {
  const { missing } = await compareInstalled(development);
  if (missing.length === 0 && (await findStalePatches()).length === 0) return false;
  return oneAtATime(() => install(development));
}

async function install(development) {
  const { packages, missing, all, runs } = await compareInstalled(development);
  if (missing.length === 0 && (await reapplyPatches(selectionOf(all)))) return false;
  const started = Date.now();
  const progress = reportProgress(packages.length);
  // `npm ci` starts by deleting node_modules, which a running server may still need.
  const command = runs && missing.length > 0 ? ["install", "--no-save"] : ["ci"];
  const npm = await runNpm([...command, ...selectionOf(all)]);
  progress.stop();
  if (npm.code !== 0) {
    console.error(npm.output);
    throw new Error(
      `npm ${command[0]} failed; its message is above. Check the network connection and start again.`,
    );
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  return true;
}

/** npm's options: with or without development packages, regardless of NODE_ENV. */
function selectionOf(all) {
  return all ? ["--include=dev"] : ["--omit=dev", "--omit=peer"];
}

async function compareInstalled(development) {
  const locked = await readLock("package-lock.json");
  const present = await readLock("node_modules/.package-lock.json");
  const runs = comparePackages(locked, present, false).missing.length === 0;
  return { ...comparePackages(locked, present, development), runs };
}

/** The copy of the lock file that npm writes last, so an interrupted install has none. */
async function readLock(file) {
  return readFile(file, "utf8").then(JSON.parse, () => ({ packages: {} }));
}

/**
 * Compares the required packages with the installed ones, without optional (platform) packages.
 * @returns `packages`: paths below node_modules; `missing`: missing or in another version;
 * `all`: whether development packages are included.
 */
export function comparePackages(locked, present, development) {
  const entries = Object.entries(locked.packages).filter(([path]) => path !== "");
  const all = development || entries.some(([path, entry]) => entry.dev && present.packages[path]);
  const required = entries.filter(
    ([, entry]) =>
      !entry.link && !entry.optional && !entry.peer && (all || !(entry.dev || entry.devOptional)),
  );
  const missing = required.filter(
    ([path, entry]) => present.packages[path]?.version !== entry.version,
  );
  const paths = (list) => list.map(([path]) => path);
  return { packages: paths(required), missing: paths(missing), all };
}

/**
 * On a terminal, shows one updating line that counts packages; otherwise a single line at the
 * start.
 */
function reportProgress(total) {
  const text = "Installing the locked dependencies";
  if (!process.stdout.isTTY) {
    console.log(`${text} (${total} packages) …`);
    return { stop() {} };
  }
  const timer = setInterval(() => {
    process.stdout.write(`\r${text}: ${Math.min(countInstalled(), total)} of ${total} packages `);
  }, 500);
  return {
    stop() {
      clearInterval(timer);
      process.stdout.write("\r\u001b[K");
    },
  };
}

function countInstalled() {
  const names = list("node_modules");
  const scopes = names.filter((name) => name.startsWith("@"));
  const scoped = scopes.reduce((sum, scope) => sum + list(`node_modules/${scope}`).length, 0);
  return names.length - scopes.length + scoped;
}

function list(folder) {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}

/**
 * Reinstalls packages with a changed patch; npm applies it to the original files.
 * @returns false when they are still stale afterwards.
 */
async function reapplyPatches(selection) {
  const stale = await findStalePatches();
  if (stale.length === 0) return true;
  console.log("Applying changed patches …");
  for (const folder of stale) await rm(folder, { recursive: true, force: true });
  await runNpm(["install", "--no-save", ...selection]);
  return (await findStalePatches()).length === 0;
}

/** @returns npm's exit code and its output, which is shown only after a failure. */
export function runNpm(args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith(".js") ? [process.execPath, [cli]] : ["npm", []];
  const child = startChild(command, [...first, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", () => reject(new Error("npm was not found; it comes with Node.js.")));
    child.on("close", (code) => resolve({ code, output }));
  });
}

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

/**
 * Installs exactly what package-lock.json says, unless node_modules already agrees with it.
 * @throws one sentence when npm fails.
 */
export async function installDependencies() {
  if (await installed()) return;
  console.log("Installing the locked dependencies (a minute or two on a first run) …");
  const started = Date.now();
  // The build needs the development packages too, whatever NODE_ENV says.
  const code = await runNpm(["ci", "--include=dev", "--no-audit", "--no-fund"]);
  if (code !== 0) {
    throw new Error(
      "npm ci failed; its message is above. Check the network connection and start again.",
    );
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** npm keeps a copy of what it really installed; it is written last, so an interrupted install does not count. */
async function installed() {
  try {
    const [locked, present] = await Promise.all([
      readFile("package-lock.json", "utf8").then(JSON.parse),
      readFile("node_modules/.package-lock.json", "utf8").then(JSON.parse),
    ]);
    return Object.entries(locked.packages).every(([path, wanted]) => {
      if (path === "" || wanted.link) return true;
      const found = present.packages[path];
      return found ? found.version === wanted.version : Boolean(wanted.optional || wanted.peer);
    });
  } catch {
    return false;
  }
}

function runNpm(args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith(".js") ? [process.execPath, [cli]] : ["npm", []];
  const child = spawn(command, [...first, ...args], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return new Promise((resolve, reject) => {
    child.on("error", () => reject(new Error("npm was not found; it comes with Node.js.")));
    child.on("exit", resolve);
  });
}

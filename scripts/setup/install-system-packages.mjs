import { spawn } from "node:child_process";
import { access } from "node:fs/promises";

/** System files that `npm test` needs, and the Debian packages that contain them. */
const needed = [
  { file: "/usr/bin/chromium", package: "chromium" },
  { file: "/usr/lib/postgresql/15/bin/initdb", package: "postgresql-15" },
  // A font with the widths of Arial, to which the landing page's fallback faces are adjusted.
  {
    file: "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    package: "fonts-liberation",
  },
];

/** Chromium without its interface; if it is missing, all browser tests run in Chromium. */
const shell = {
  file: "/usr/lib/chromium/chromium-headless-shell",
  package: "chromium-headless-shell",
};

/** Only needed by the step `firefox`. */
const firefox = { file: "/usr/bin/firefox-esr", package: "firefox-esr" };

const mayInstall = process.getuid?.() === 0;

/**
 * On Debian as root, installs missing packages; otherwise lists them.
 * @throws one sentence when something is missing and cannot be installed.
 */
export async function installSystemPackages() {
  await installMissing(needed);
  if (await isPresent(shell)) return;
  const slower = `Without ${shell.package} all browser tests run in Chromium, which takes longer.`;
  if (mayInstall) await install([shell.package], "ignore").catch(() => console.log(slower));
  else console.log(`${slower} Install with: sudo apt-get install ${shell.package}`);
}

export const installFirefox = () => installMissing([firefox]);

async function installMissing(needs) {
  const missing = [];
  for (const need of needs) {
    if (!(await isPresent(need))) missing.push(need.package);
  }
  if (missing.length === 0) return;
  if (!mayInstall) {
    const command = `sudo apt-get install ${missing.join(" ")}`;
    throw new Error(`The tests need ${missing.join(" and ")}. Install with: ${command}`);
  }
  console.log(`Installing ${missing.join(" and ")} for the tests (first run only) …`);
  await install(missing, "inherit");
}

function isPresent({ file }) {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function install(packages, stderr) {
  await run("apt-get", ["update", "-qq"], stderr);
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], stderr);
}

function run(command, args, stderr) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const child = spawn(command, args, { stdio: ["ignore", "ignore", stderr], env });
  return new Promise((resolve, reject) => {
    child.on("error", () => reject(new Error(`${command} was not found; is this a Debian?`)));
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(" ")} failed.`)),
    );
  });
}

import { spawn } from "node:child_process";
import { access } from "node:fs/promises";

/** What the tests need from the system, and the Debian package that provides it. */
const needed = [
  { file: "/usr/bin/chromium", package: "chromium" },
  { file: "/usr/bin/firefox-esr", package: "firefox-esr" },
  { file: "/usr/lib/postgresql/15/bin/initdb", package: "postgresql-15" },
];

/**
 * On Debian as root, installs what is missing; otherwise says what to install.
 * @throws one sentence when something is missing and cannot be installed here.
 */
export async function installSystemPackages() {
  const missing = [];
  for (const need of needed) {
    const present = await access(need.file).then(
      () => true,
      () => false,
    );
    if (!present) missing.push(need.package);
  }
  if (missing.length === 0) return;
  const command = `apt-get install ${missing.join(" ")}`;
  if (process.getuid?.() !== 0) {
    throw new Error(`The tests need ${missing.join(" and ")}. Install with: sudo ${command}`);
  }
  console.log(`Installing ${missing.join(" and ")} for the tests (first run only) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], env);
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], env);
}

function run(command, args, env) {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"], env });
  return new Promise((resolve, reject) => {
    child.on("error", () => reject(new Error(`${command} was not found; is this a Debian?`)));
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(" ")} failed.`)),
    );
  });
}

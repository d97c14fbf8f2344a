// `npm run bench` runs every file of bench/, `npm run bench landing` only bench/landing.ts.
import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
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
  const all = (await readdir("bench")).filter((file) => file.endsWith(".ts"));
  const chosen = process.argv.slice(2).map((name) => `${name}.ts`);
  const unknown = chosen.find((file) => !all.includes(file));
  if (unknown) throw new Error(`bench/${unknown} does not exist. There are: ${all.join(", ")}.`);
  for (const file of chosen.length > 0 ? chosen : all.sort()) {
    console.log(`\n── bench/${file}`);
    const code = await run(["--import", "tsx", `bench/${file}`]);
    if (code !== 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

function run(args) {
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}

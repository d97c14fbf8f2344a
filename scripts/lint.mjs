// `npm run lint`: the three linters in parallel. Warnings name outliers in size and do not fail.
import { spawn } from "node:child_process";

const bin = (name) => `node_modules/.bin/${name}`;

const linters = [
  [bin("biome"), "check", "--max-diagnostics=100", "."],
  // A file's result depends only on its own text and path, so files are skipped whose text is
  // unchanged, also after a checkout of another branch and back.
  [
    bin("eslint"),
    "--cache",
    "--cache-strategy=content",
    "--cache-location=node_modules/.cache/eslint/",
    ".",
  ],
  [process.execPath, "scripts/lint/module-graph.mjs"],
];

const codes = await Promise.all(linters.map(run));
process.exit(codes.every((code) => code === 0) ? 0 : 1);

/** Prints the output as one block, so that the lines of two linters do not mix. */
function run([command, ...args]) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const printed = [];
  for (const pipe of [child.stdout, child.stderr]) pipe.on("data", (text) => printed.push(text));
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(code ?? 1);
    });
  });
}

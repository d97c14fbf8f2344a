import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./setup/build-if-changed.mjs";
import { installDependencies } from "./setup/install-dependencies.mjs";
import { requireNode } from "./setup/require-node.mjs";

requireNode();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
try {
  await installDependencies();
  await buildIfChanged();
  console.log("dist/client is ready to be served.");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

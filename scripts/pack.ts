/** `npm run pack`: writes the installable file of this version, `release/foyer-<version>.tgz`. */
import { projectRoot } from "../server/project-root.ts";
import { pack } from "./release/pack.ts";

try {
  console.log(`Install it with: npm install --global ${await pack(projectRoot)}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/**
 * `node --import tsx scripts/freeze-site.ts 1.2.0` freezes a site of this checkout into
 * `tests/frozen-sites`, which later versions must be able to open. A second argument names another
 * checkout, installed and built.
 */
import { join } from "node:path";
import { projectRoot } from "../server/project-root.ts";
import { freezeSite } from "../tests/support/frozen-sites/freeze.ts";

const [name, checkout = projectRoot] = process.argv.slice(2);
if (!name) throw new Error("Name the frozen site after its version.");
const file = join(projectRoot, "tests", "frozen-sites", `${name}.tar.br`);
await freezeSite(checkout, file);
console.log(`Froze a site as ${file}.`);

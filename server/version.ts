import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root.ts";

const manifest: { version: string } = JSON.parse(
  readFileSync(join(projectRoot, "package.json"), "utf8"),
);

/** The release of Foyer that runs here, as in package.json. */
export const FOYER_VERSION = manifest.version;

import { writeFile } from "node:fs/promises";
import { drawArchitecture } from "./architecture/draw.ts";
import { readModules } from "./lint/read-modules.mjs";

// npm run architecture  draws docs/architecture.svg from the imports

await writeFile("docs/architecture.svg", drawArchitecture(readModules()));

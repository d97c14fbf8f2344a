import { readFileSync, writeFileSync } from "node:fs";

import { sourceFiles, toDocument } from "./limits/to-document.ts";

// npm run limits  draws the tables of docs/limits.md from the code

const path = "docs/limits.md";
writeFileSync(path, toDocument(readFileSync(path, "utf8"), sourceFiles()));

// Plain JavaScript in old syntax, because unsupported Node releases must be able to parse this
// file.
import { requireNode } from "./setup/require-node.mjs";

requireNode();
import("./setup/start.mjs").then(({ start }) => start(process.argv.slice(2)));

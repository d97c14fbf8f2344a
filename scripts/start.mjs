// Plain JavaScript in old syntax on purpose: this is the first line of Foyer that an unknown Node reads.
import { requireNode } from "./setup/require-node.mjs";

requireNode();
import("./setup/start.mjs").then(({ start }) => start(process.argv.slice(2)));

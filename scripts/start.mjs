// Plain JavaScript in old syntax on purpose: an unsupported Node has to be able to parse this file.
import { requireNode } from "./setup/require-node.mjs";

requireNode();
import("./setup/start.mjs").then(({ start }) => start(process.argv.slice(2)));

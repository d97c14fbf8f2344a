// Runs the built server without installing or building, for containers and service managers.
// Otherwise, use `npm start`.
import { requireNode } from "./setup/require-node.mjs";

requireNode();
import("../dist/server/main.js").then(
  ({ main }) => main(),
  (error) => {
    console.error(`dist/server/main.js could not be loaded; run "npm run build" first.\n${error}`);
    process.exit(1);
  },
);

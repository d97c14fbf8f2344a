// Named by the service unit of earlier releases: `foyer start` in a built checkout.
process.argv.push("start");
import("../bin/foyer.mjs");

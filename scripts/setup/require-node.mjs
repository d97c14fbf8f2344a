/** The oldest Node that runs Foyer, as in package.json's "engines". */
const oldest = [20, 19];

/** Ends the process with one sentence when Node is too old. Written in old syntax, so that an old Node can read it. */
export function requireNode() {
  const parts = process.versions.node.split(".").map(Number);
  if (parts[0] > oldest[0] || (parts[0] === oldest[0] && parts[1] >= oldest[1])) return;
  console.error(
    "Foyer needs Node.js " + oldest.join(".") + " or later; this is " + process.versions.node + ".",
  );
  process.exit(1);
}

/** The oldest Node that runs Foyer, as in package.json's "engines". */
const oldest = [20, 19];

/** Ends the process with one sentence when Node is too old. Kept in plain syntax, so that an old Node can read it. */
export function requireNode(version = process.versions.node) {
  const parts = version.split(".").map(Number);
  if (parts[0] > oldest[0] || (parts[0] === oldest[0] && parts[1] >= oldest[1])) return;
  console.error(`Foyer needs Node.js ${oldest.join(".")} or later; this is ${version}.`);
  process.exit(1);
}

/** The oldest supported Node releases, as in package.json's "engines": those Vite requires. */
const oldest = { 20: 19, 22: 12 };

/** Exits with one sentence if Node is too old. Uses old syntax, which an old Node can parse. */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  if (major > 22 || minor >= oldest[major]) return;
  console.error(`Foyer needs Node.js 20.19, 22.12 or later; this is ${version}.`);
  process.exit(1);
}

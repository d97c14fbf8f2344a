/**
 * Completes package-lock.json after `npm install` on a machine whose registry lacks binaries of
 * some platforms: npm then omits their entries, and every `npm ci` fails. Adds the missing optional
 * packages in the version that their parent names. Run `node scripts/complete-lock.mjs`.
 */
import { readFile, writeFile } from "node:fs/promises";

const lock = JSON.parse(await readFile("package-lock.json", "utf8"));
const added = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`;
    const place = `node_modules/${name}`;
    if (nested in lock.packages || place in lock.packages) continue;
    // Only the registry can resolve a range to a version.
    if (!/^\d+\.\d+\.\d+$/.test(version)) continue;
    lock.packages[place] = { version, optional: true, dev: entry.dev, ...platformOf(name) };
    added.push(`${name}@${version}`);
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
);
await writeFile("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length > 0 ? `Added ${added.join(", ")}.` : "Nothing was missing.");

/** Platform packages are named after their target system, such as `cli-darwin-arm64`. */
function platformOf(name) {
  const [, system, cpu] = /(darwin|linux|windows|win32|freebsd|android)-(\w+)/.exec(name) ?? [];
  if (!system) return {};
  const libc = /-(musl|gnu)$/.exec(name)?.[1];
  return {
    os: [system === "windows" ? "win32" : system],
    cpu: [cpu],
    ...(libc ? { libc: [libc === "gnu" ? "glibc" : libc] } : {}),
  };
}

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { expect, test } from "vitest";
import { listFiles } from "../../scripts/lint/read-modules.mjs";

/** Files that `npm start` builds and runs. */
const product = [
  ...["src", "server", "shared", "supabase/functions", "scripts/build", "scripts/setup"],
  ...["scripts/build.ts", "scripts/build.mjs", "scripts/bake.ts", "vite.config.ts"],
  ...["scripts/start.mjs", "scripts/serve.mjs", "bin"],
];
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** In the soak, `fresh-checkout.test.ts` installs these packages with npm, and builds with them. */
test("the product and its build import no package that npm start does not install", () => {
  const files = listFiles(...product).filter(
    (file) => /\.(tsx?|mjs|css)$/.test(file) && !/\.(test|fixture)\./.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const missing = files.flatMap((file) =>
    importedPackages(readFileSync(file, "utf8"))
      .filter((name) => !(name in dependencies) && !builtinModules.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("the packages that npm start installs take at most 402 MB", () => {
  const packages = Object.entries<{ dev?: boolean; peer?: boolean }>(
    JSON.parse(readFileSync("package-lock.json", "utf8")).packages,
  ).filter(([path]) => path && existsSync(path));
  const isNested = (path: string) => path.lastIndexOf("node_modules/") > 0;
  const isRuntime = ({ dev, peer }: { dev?: boolean; peer?: boolean }) => !dev && !peer;
  const runtime = packages.filter(([path, entry]) => isRuntime(entry) && !isNested(path));
  // The package is nested inside a needed one.
  const nested = packages.filter(([path, entry]) => !isRuntime(entry) && isNested(path));
  const kilobytes = (list: [path: string, ...rest: unknown[]][]) => {
    const paths = list.map(([path]) => path).join("\0");
    const lines = execFileSync("du", ["-skc", "--files0-from=-"], { input: paths }).toString();
    return Number.parseInt(lines.trimEnd().split("\n").at(-1) ?? "", 10);
  };
  const unneeded = nested.filter(([path]) =>
    runtime.some(([outer]) => path.startsWith(`${outer}/`)),
  );
  const used = kilobytes(runtime) - (unneeded.length > 0 ? kilobytes(unneeded) : 0);
  expect(used / 1024).toBeGreaterThan(100);
  expect(used / 1024).toBeLessThanOrEqual(402);
});

/** Names of the packages that a file loads; type imports load nothing. */
function importedPackages(source: string): string[] {
  const loads =
    /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)|^@(?:import|plugin)\s+"([^"]+)"/gm;
  return [...source.matchAll(loads)]
    .map(([, statement, call, style]) => statement ?? call ?? style ?? "")
    .filter((path) => !/^(\.|node:|virtual:|data:)/.test(path))
    .map((path) =>
      path
        .split("/")
        .slice(0, path.startsWith("@") ? 2 : 1)
        .join("/"),
    );
}
